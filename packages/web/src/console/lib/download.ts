/** Hands a file to the browser, which saves it. */
export function download(filename: string, content: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(content, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // Some browsers have not begun to read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
