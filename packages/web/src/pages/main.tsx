import { createRoot } from 'react-dom/client';
import '@keyward/react/styles.css';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<h1>Keyward</h1>);
