/** What the helpers need of Next.js, which is no dependency of this package. */
declare module 'next/headers' {
  export function headers(): Promise<Headers>;
}

declare module 'next/navigation' {
  export function redirect(url: string): never;
}
