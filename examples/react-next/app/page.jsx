'use client';
import { useSession } from '@keyward/react';
import Link from 'next/link';

export default function Home() {
  const { status, account } = useSession();
  if (status === 'loading') return null;
  if (status === 'signed-out') return <Link href="/signin">Sign in</Link>;
  return (
    <p>
      Hello {account.name}. This is <Link href="/account">your account</Link>.
    </p>
  );
}
