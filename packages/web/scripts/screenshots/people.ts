/** The people who use the service in the pictures: names from the history of computing. */
export const PEOPLE = [
  'Grace Hopper',
  'Alan Turing',
  'Charles Babbage',
  'George Boole',
  'Claude Shannon',
  'Katherine Johnson',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Margaret Hamilton',
  'Konrad Zuse',
  'Kathleen Booth',
  'John McCarthy',
  'Mary Jackson',
  'Dorothy Vaughan',
  'Joan Clarke',
  'Tony Hoare',
  'Niklaus Wirth',
  'Frances Allen',
  'Radia Perlman',
  'Donald Knuth',
  'Alonzo Church',
  'Emmy Noether',
  'Evelyn Berezin',
  'Ida Rhodes',
  'Annie Easley',
  'Kristen Nygaard',
  'Peter Naur',
  'Robin Milner',
  'Stephen Kleene',
  'John Backus',
  'Dennis Ritchie',
  'Jim Gray',
  'Karen Sparck Jones',
  'Lynn Conway',
  'Mary Kenneth Keller',
  'Max Newman',
  'Norbert Wiener',
  'Rosa Peter',
  'Sophie Wilson',
  'Vint Cerf',
  'Adele Goldberg',
];

export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
}

/** The addresses of the people: networks that are reserved for documentation. */
export const ADDRESSES = [
  '198.51.100.7',
  '203.0.113.24',
  '192.0.2.18',
  '198.51.100.92',
  '203.0.113.140',
  '2001:db8:85a3::8a2e',
  '192.0.2.77',
  '198.51.100.201',
  '203.0.113.66',
  '192.0.2.130',
  '2001:db8:1f::b3',
];

export const AGENTS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
];
