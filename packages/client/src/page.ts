/** Globals that exist only in pages, or not in every runtime. */
interface Page {
  document?: object;
  location?: { href: string; origin: string; assign?(url: string): void };
  history?: { state: unknown; replaceState(state: unknown, unused: string, url: string): void };
  localStorage?: Storage;
  navigator?: {
    locks?: {
      request<Value>(
        name: string,
        options: { signal: AbortSignal },
        work: () => Promise<Value>,
      ): Promise<Value>;
    };
  };
  BroadcastChannel?: new (name: string) => {
    postMessage(message: string | null): void;
    addEventListener(type: 'message', listener: (event: { data: string | null }) => void): void;
  };
  addEventListener?(type: 'storage', listener: (event: { key: string | null }) => void): void;
}

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const here: unknown = globalThis;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of it is optional, and checked before use
export const page = here as Page;
