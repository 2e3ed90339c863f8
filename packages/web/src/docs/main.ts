import './docs.css';
import type { DocsBoot } from '../../../server/src/http/web/boot.ts';
import { followReading, skipWhatFits } from './contents.ts';
import { addCopyButtons } from './copy.ts';
import { showLine } from './found-line.ts';
import { addSearch } from './search.ts';
import { TEXTS } from './texts.ts';

const boot: DocsBoot = JSON.parse(document.getElementById('docs:boot')?.textContent ?? '{}');
const texts = TEXTS[boot.language];

addSearch(boot.documentationPath, texts);
addCopyButtons(texts);
skipWhatFits();
followReading();
showLine();
window.addEventListener('hashchange', showLine);
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'center' });
