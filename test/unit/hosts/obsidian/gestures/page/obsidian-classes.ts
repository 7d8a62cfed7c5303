/** What the watch over drags needs of Obsidian's classes. */
export class TFile {
  constructor(readonly path: string) {}
}
