import { useAddressQuery } from './address.ts';

/** Whether the form for a new record is open. The address has it as `new=1`, so that links lead to the form. */
export function useNew(): [open: boolean, setOpen: (open: boolean) => void] {
  const [query, change] = useAddressQuery();
  return [query['new'] !== undefined, (open) => change({ new: open ? '1' : undefined }, { push: open })];
}
