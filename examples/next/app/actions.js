'use server';

import { redirect } from 'next/navigation';
import { callKeyward, dropSession, keepSession, sessionToken } from '../lib/session.js';

export async function logIn(_previous, form) {
  const body = { identifier: form.get('identifier'), password: form.get('password') };
  const answer = await callKeyward('/login', { body });
  const data = await answer.json();
  if (!answer.ok) return { error: data.message };
  await keepSession(data.access_token);
  redirect('/');
}

export async function logOut() {
  await callKeyward('/logout', { token: await sessionToken() });
  await dropSession();
  redirect('/login');
}
