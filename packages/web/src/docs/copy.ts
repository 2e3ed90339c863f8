/** Gives every block of code a button that copies it. */
export function addCopyButtons(texts: { copy: string; copied: string; failed: string }): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = texts.copy;
    const tell = async () => {
      const copied = await copy(block.querySelector('code')?.textContent ?? '');
      button.textContent = copied ? texts.copied : texts.failed;
      button.dataset['state'] = 'told';
      setTimeout(() => {
        button.textContent = texts.copy;
        delete button.dataset['state'];
      }, 2_000);
    };
    button.addEventListener('click', () => void tell());
    block.append(button);
  }
}

/** @returns false if the page has no access to the clipboard, as on an address without TLS */
async function copy(code: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.trimEnd());
    return true;
  } catch {
    return false;
  }
}
