import { InvalidArgumentError, Option } from 'commander';
import { parseEmail } from '../lib/email.ts';

export function emailOption(): Option {
  return new Option('--email <email>', 'email of the account').makeOptionMandatory().argParser((text) => {
    if (parseEmail(text) === null) {
      throw new InvalidArgumentError('Use one plain email address, such as ada@example.org.');
    }
    return text;
  });
}

export function passwordStdinOption(): Option {
  return new Option('--password-stdin', 'read the password from standard input');
}
