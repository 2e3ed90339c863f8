export const APPLICATIONS = ['React', 'Next.js', 'Express', 'Python', 'Go', 'mobile'] as const;

export type Application = (typeof APPLICATIONS)[number];

/** Code for an application that uses this service. */
export interface Snippet {
  file: string;
  code: string;
  /** What the code needs, and how to run it. */
  commands: string;
}

/** Where the service is. */
export interface Addresses {
  /** Without the prefix. */
  publicUrl: string;
  /** Of the API, as browsers see it: `/auth`. */
  prefix: string;
}

/** The smallest application of a kind that knows who is signed in. */
export function snippetOf(kind: Application, addresses: Addresses): Snippet {
  const api = new URL(addresses.prefix, addresses.publicUrl).href;
  return MAKERS[kind](optionsOf(addresses), api);
}

/** The options of the client; `/auth` is its default. */
function optionsOf({ publicUrl, prefix }: Addresses): string {
  const { origin, pathname } = new URL(publicUrl);
  const outside = pathname.replace(/\/$/, '');
  return prefix === `${outside}/auth`
    ? `url: '${origin}${outside}'`
    : `url: '${origin}', prefix: '${prefix}'`;
}

/** The packages are not on npm yet. */
const PACK = `# In your clone of Keyward
npm pack --workspace packages/client --workspace packages/react
# Beside it
`;
const PACKED = '../keyward/keyward-client-*.tgz ../keyward/keyward-react-*.tgz';

const COMPONENTS = `import {
  Account,
  EmailUndo,
  Invitation,
  KeywardProvider,
  MagicLinkCallback,
  MagicLinkConfirm,
  ResetPassword,
  SignIn,
  SignInCallback,
  SignUp,
  UserButton,
  useSession,
} from '@keyward/react';
import '@keyward/react/styles.css';`;

const PAGES = `const goHome = () => location.replace('/');

// Buttons, mails and providers lead to these paths.
const PAGES = {
  '/signup': <SignUp onSignedIn={goHome} />,
  '/reset-password': <ResetPassword />,
  '/oauth/callback': <SignInCallback onSignedIn={goHome} />,
  '/magic-link/callback': <MagicLinkCallback />,
  '/magic-link/confirm': <MagicLinkConfirm onSignedIn={goHome} />,
  '/invitation': <Invitation onSignedIn={goHome} />,
  '/email-undo': <EmailUndo />,
  '/account': <Account onSignedOut={goHome} />,
};

function Home() {
  const { status, account } = useSession();
  if (status === 'loading') return null;
  if (status === 'signed-out') return <SignIn />;
  return (
    <main>
      <h1>Hello {account.name}</h1>
      <UserButton />
    </main>
  );
}`;

const MAKERS: Record<Application, (options: string, api: string) => Snippet> = {
  React: (options) => ({
    file: 'src/main.jsx',
    commands: `${PACK}npm create vite@latest my-app -- --template react --no-interactive
cd my-app && npm install ${PACKED}
npm run dev`,
    code: `${COMPONENTS}
import { createRoot } from 'react-dom/client';

${PAGES}

createRoot(document.getElementById('root')).render(
  <KeywardProvider options={{ ${options} }}>
    {PAGES[location.pathname] ?? <Home />}
  </KeywardProvider>,
);
`,
  }),

  'Next.js': (options) => ({
    file: 'app/[[...path]]/page.jsx',
    commands: `${PACK}npx create-next-app@latest my-app --js --app --no-src-dir --yes
cd my-app && rm app/page.js && npm install ${PACKED}
npm run dev`,
    code: `'use client';
${COMPONENTS}
import { usePathname } from 'next/navigation';
import { Suspense } from 'react';

const options = { ${options} };
${PAGES}

function Here() {
  return PAGES[usePathname()] ?? <Home />;
}

export default function Page() {
  return (
    <KeywardProvider options={options}>
      <Suspense>
        <Here />
      </Suspense>
    </KeywardProvider>
  );
}
`,
  }),

  Express: (_options, api) => ({
    file: 'server.mjs',
    commands: 'npm install express\nnode server.mjs',
    code: `import express from 'express';

const app = express();

app.get('/hello', async (request, response) => {
  const authorization = request.get('authorization') ?? '';
  const answer = await fetch('${api}/me', { headers: { authorization } });
  if (!answer.ok) return response.sendStatus(answer.status);
  const { account } = await answer.json();
  return response.send(\`Hello \${account.name}\`);
});

app.listen(3000);
`,
  }),

  Python: (_options, api) => ({
    file: 'server.py',
    commands: 'python3 server.py',
    code: `import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Hello(BaseHTTPRequestHandler):
    def do_GET(self):
        authorization = self.headers.get("Authorization", "")
        question = Request("${api}/me", headers={"Authorization": authorization})
        try:
            with urlopen(question) as answer:
                account = json.load(answer)["account"]
        except HTTPError as error:
            return self.send_error(error.code)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(f"Hello {account['name']}".encode())


ThreadingHTTPServer(("127.0.0.1", 3000), Hello).serve_forever()
`,
  }),

  Go: (_options, api) => ({
    file: 'main.go',
    commands: 'go run main.go',
    code: `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
)

func hello(w http.ResponseWriter, r *http.Request) {
	question, err := http.NewRequest("GET", "${api}/me", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	question.Header.Set("Authorization", r.Header.Get("Authorization"))
	answer, err := http.DefaultClient.Do(question)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		http.Error(w, "Sign in first", answer.StatusCode)
		return
	}
	var me struct{ Account struct{ Name string } }
	if err := json.NewDecoder(answer.Body).Decode(&me); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "Hello %s", me.Account.Name)
}

func main() {
	http.HandleFunc("/hello", hello)
	http.ListenAndServe("127.0.0.1:3000", nil)
}
`,
  }),

  mobile: (options) => ({
    file: 'keyward.js',
    commands: `${PACK}npx create-expo-app my-app
cd my-app && npx expo install expo-secure-store
npm install ../keyward/keyward-client-*.tgz`,
    code: `import { createClient } from '@keyward/client';
import * as SecureStore from 'expo-secure-store';

// The session stays in the keychain of the phone.
export const keyward = createClient({
  ${options},
  storage: {
    getItem: (key) => SecureStore.getItemAsync(key),
    setItem: (key, value) => SecureStore.setItemAsync(key, value),
    removeItem: (key) => SecureStore.deleteItemAsync(key),
  },
});

export async function signIn(identifier, password) {
  const { data, error } = await keyward.login({ identifier, password });
  return error ? error.message : \`Hello \${data.account.name}\`;
}
`,
  }),
};
