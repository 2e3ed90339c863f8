import type { Tables } from '../../../store/database.ts';
import type { EndedGrant } from './account-events.ts';

/** Ends the access of applications to an account, and removes its consents. @returns the access that they had */
export async function dropGrants(tables: Tables, accountId: number): Promise<readonly EndedGrant[]> {
  await tables.grants.withdraw({ account_id: accountId });
  await tables.oauthDevices.deleteOfAccount(accountId);
  const ended = await tables.grants.end({ account_id: accountId });
  const applications = await tables.applications.briefs(ended.map(({ application_id: id }) => id));
  return ended.flatMap((grant) => {
    const application = applications.get(grant.application_id);
    return application === undefined ? [] : [{ grant, application }];
  });
}
