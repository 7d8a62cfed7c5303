export class OpenedTexts {
  private texts = $state.raw<readonly string[]>([]);

  has(text: string): boolean {
    return this.texts.includes(text);
  }

  open(text: string): void {
    this.texts = [...this.texts, text];
  }
}
