/**
 * True for a file or folder that a listing leaves out. Below `hiddenIn`, folders and Markdown files
 * with hidden names are listed too.
 */
export function isLeftOut(path: string, isFolder: boolean, hiddenIn: string | undefined): boolean {
  if (!isBelow(path, hiddenIn)) return path.slice(path.lastIndexOf('/') + 1).startsWith('.');
  const isHidden = path.slice(hiddenIn.length).includes('/.');
  return isHidden && !isFolder && !path.toLowerCase().endsWith('.md');
}

export function isBelow(path: string, folder: string | undefined): folder is string {
  return folder !== undefined && path.startsWith(`${folder}/`);
}
