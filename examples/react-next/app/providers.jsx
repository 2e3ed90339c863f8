'use client';
import { KeywardProvider } from '@keyward/react';
import { useRouter } from 'next/navigation';

const options = { url: process.env.NEXT_PUBLIC_KEYWARD_URL ?? 'http://127.0.0.1:4000' };

/** The session lives in the browser, so everything that needs it is a client component. */
export function Providers({ children }) {
  const router = useRouter();
  return (
    <KeywardProvider options={options} navigate={(path) => router.push(path)}>
      {children}
    </KeywardProvider>
  );
}
