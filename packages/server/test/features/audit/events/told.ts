import { auditLogOf } from '../../../support/audit-log.ts';
import type { TestDatabase } from '../../../support/databases.ts';

type Values = Record<string, unknown>;

/**
 * The audit log as text for tests, one line for each event: type, subject, actor and other data.
 * `account.updated ada by ada: name "Ada" → "Ada L."`
 */
export async function toldLines(database: Pick<TestDatabase, 'query'>): Promise<string[]> {
  const auditLog = await auditLogOf(database);
  const handles = new Map<unknown, unknown>();
  for (const { data } of auditLog) {
    const { id, handle } = object(data['account']);
    if (id !== undefined && !handles.has(id)) handles.set(id, handle);
  }
  return auditLog.map(({ type, data }) => {
    const {
      account,
      session,
      section,
      log,
      key,
      invitation,
      link,
      factor,
      application,
      organization,
      role,
      changed,
      previous,
      actor,
      ...rest
    } = data;
    const who = 'account' in data ? object(account)['handle'] : handles.get(object(session)['account_id']);
    const about =
      [
        who,
        section,
        log,
        object(key)['name'],
        object(invitation)['email'],
        object(application)['name'],
        object(organization)['name'],
      ].find((one) => typeof one === 'string') ?? 'nobody';
    const { type: by, id } = object(actor);
    const facts = [
      ...[
        'method',
        'reason',
        'purpose',
        'email',
        'action',
        'which',
        'source',
        'count',
        'created',
        'updated',
        'left',
      ]
        .filter((name) => name in rest)
        .map((name) => `${name} ${String(rest[name])}`),
      ...(typeof rest['via'] === 'string' ? [`via ${rest['via']}`] : []),
      ...('account' in data && 'organization' in data
        ? [`organization ${String(object(organization)['name'])}`]
        : []),
      ...('role' in data ? [`role ${String(object(role)['name'])}`] : []),
      ...('grant' in data ? [`application ${String(object(application)['name'])}`] : []),
      ...('factor' in data ? [`factor ${String(object(factor)['type'])}`] : []),
      ...('link' in data ? [`link ${String(object(link)['provider'])}`] : []),
      ...Object.entries(object(changed)).map(
        ([name, now]) => `${name} ${JSON.stringify(object(previous)[name])} → ${JSON.stringify(now)}`,
      ),
    ];
    const line = `${type} ${about} by ${actor === null ? 'anybody' : String(handles.get(id) ?? by)}`;
    return facts.length === 0 ? line : `${line}: ${facts.join(', ')}`;
  });
}

function object(value: unknown): Values {
  return { ...Object(value) };
}
