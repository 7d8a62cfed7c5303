export interface Port {
  readonly open: boolean;
}
export const port: Port = { open: true };
