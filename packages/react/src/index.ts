export type { Session } from '@keyward/client';
