import '@keyward/react/styles.css';
import { Header } from './header.jsx';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <Header />
        {children}
      </body>
    </html>
  );
}
