import type { Language } from '../../../lib/languages.ts';
import { texts as de } from './de.ts';
import { texts as en } from './en.ts';
import { texts as es } from './es.ts';
import { texts as fr } from './fr.ts';
import { texts as it } from './it.ts';
import { texts as ja } from './ja.ts';
import { texts as nl } from './nl.ts';
import { texts as pl } from './pl.ts';
import { texts as pt } from './pt.ts';
import { texts as zh } from './zh.ts';
import type { TestTexts } from './test-texts.ts';

export const TEST_TEXTS: Readonly<Record<Language, TestTexts>> = { en, de, fr, es, pt, it, nl, pl, ja, zh };
