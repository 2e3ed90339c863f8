import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { KeywardProvider } from '@keyward/react';
import '@keyward/react/styles.css';
import { App } from './app.jsx';

const options = { url: import.meta.env.VITE_KEYWARD_URL ?? 'http://127.0.0.1:4000' };

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <KeywardProvider options={options}>
      <App />
    </KeywardProvider>
  </StrictMode>,
);
