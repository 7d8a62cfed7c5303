export function citationsIn(source: string): string[];
export function citedRequirements(folder: string): Promise<Map<string, string[]>>;
