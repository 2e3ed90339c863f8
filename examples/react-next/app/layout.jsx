import '@keyward/react/styles.css';
import './page.css';
import { Providers } from './providers.jsx';

export const metadata = { title: 'Keyward in Next.js' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
