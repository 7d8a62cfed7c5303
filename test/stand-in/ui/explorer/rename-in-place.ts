/** Lets the user edit a row's name: Enter or leaving keeps it, Escape does not. */
export function renameInPlace(label: HTMLElement, onDone: (name: string) => void): void {
  const before = label.textContent ?? '';
  label.contentEditable = 'plaintext-only';
  label.closest('[draggable]')?.setAttr('draggable', 'false');
  label.focus();
  label.win.getSelection()?.selectAllChildren(label);
  let done = false;
  const finish = (name: string): void => {
    if (done) return;
    done = true;
    label.contentEditable = 'false';
    label.closest('[draggable]')?.setAttr('draggable', 'true');
    label.removeEventListener('keydown', onKey);
    onDone(name.trim());
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(label.textContent ?? '');
    else if (event.key === 'Escape') finish(before);
    else return;
    event.preventDefault();
  };
  label.addEventListener('keydown', onKey);
  label.addEventListener('blur', () => finish(label.textContent ?? ''), { once: true });
}
