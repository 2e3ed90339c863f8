import { Type } from 'typebox';
import type { Contract } from '../wire/endpoint/endpoint.ts';

/** Only the script checks whether a section or a record exists. */
const Section = Type.Object({ section: Type.String({ examples: ['accounts'] }) });
const SectionAndId = Type.Object({ ...Section.properties, id: Type.String({ examples: ['42'] }) });

const Slug = Type.Object({ slug: Type.String({ examples: ['acme'] }) });

/** The parameters in the path of a page. */
export function paramsOf(path: string): Pick<Contract, 'params'> {
  if (path.includes(':slug')) return { params: Slug };
  if (path.includes(':id')) return { params: SectionAndId };
  return path.includes(':') ? { params: Section } : {};
}
