import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { addressBucket, canonicalAddress, networkOf } from '../../src/lib/address.ts';

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const eightGroups = fc.array(group, { minLength: 8, maxLength: 8 });

/** Writes eight groups in one of the many allowed ways. */
const spelling = (groups: number[]) =>
  fc
    .record({
      padded: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      upper: fc.boolean(),
      dotted: fc.boolean(),
      compressed: fc.nat(),
      zone: fc.constantFrom('', '%eth0', '%1'),
    })
    .map(({ padded, upper, dotted, compressed, zone }) => {
      const parts = groups.map((value, i) => value.toString(16).padStart(padded[i] ? 4 : 1, '0'));
      if (dotted) {
        const bytes = groups.slice(6).flatMap((value) => [value >> 8, value & 0xff]);
        parts.splice(6, 2, bytes.join('.'));
      }
      const runs: [from: number, to: number][] = [];
      for (let from = 0; from < 6; from++) {
        for (let to = from + 1; to <= 6 && groups[to - 1] === 0; to++) runs.push([from, to]);
      }
      const run = runs[compressed % (runs.length + 1)];
      const text = run
        ? `${parts.slice(0, run[0]).join(':')}::${parts.slice(run[1]).join(':')}`
        : parts.join(':');
      return (upper ? text.toUpperCase() : text) + zone;
    });

const twoSpellings = (groups: fc.Arbitrary<number[]>) =>
  groups.chain((value) => fc.tuple(spelling(value), spelling(value), fc.constant(value)));

describe('canonicalAddress', () => {
  const cases: [input: string, canonical: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:0.0.0.0', '0.0.0.0'],
    ['::ffff:255.255.255.255%eth0', '255.255.255.255'],
    ['2001:DB8::0001', '2001:db8::1'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::1.2.3.4', '::102:304'],
    ['2001:db8::ffff:192.0.2.1', '2001:db8::ffff:c000:201'],
    ['::ffff:0:192.0.2.1', '::ffff:0:c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['2002:c000:201::1', '2002:c000:201::1'],
  ];
  for (const [input, canonical] of cases) {
    it(`writes ${input} as ${canonical}`, () => assert.equal(canonicalAddress(input), canonical));
  }

  it('calls everything else unknown', () => {
    const inputs = [
      '',
      'unknown',
      'localhost',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '0x7f.0.0.1',
      '127.1',
    ];
    inputs.push(
      ' 1.2.3.4',
      '1.2.3.4\n',
      '1.2.3.4:80',
      '[::1]',
      '[::1]:80',
      '::1]',
      ':::',
      '1::2::3',
      '::g',
      '::1%',
      '::1/64',
    );
    inputs.push(
      '1:2:3:4:5:6:7:8:9',
      '::ffff:1.2.3',
      '::ffff:01.2.3.4',
      '::1]:80/@',
      '％',
      '１.2.3.4',
      '1.2.3.4%eth0',
      '%eth0',
    );
    for (const input of inputs) assert.equal(canonicalAddress(input), 'unknown', JSON.stringify(input));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => typeof canonicalAddress(input) === 'string'),
    );
  });

  it('gives one spelling to every spelling of an address, and keeps it', () => {
    fc.assert(
      fc.property(twoSpellings(eightGroups), ([a, b]) => {
        assert.ok(isIPv6(a), a);
        const canonical = canonicalAddress(a);
        assert.equal(canonicalAddress(b), canonical);
        assert.equal(canonicalAddress(canonical), canonical);
      }),
      { numRuns: 500 },
    );
  });
});

describe('addressBucket', () => {
  it('RL4: an IPv4 address, mapped or not, is its own bucket', () => {
    const ipv4 = fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0xffff }));
    const mapped = ipv4.map(([high, low]) => [0, 0, 0, 0, 0, 0xffff, high, low]);
    fc.assert(
      fc.property(twoSpellings(mapped), ([a, b, groups]) => {
        const dotted = groups
          .slice(6)
          .flatMap((value) => [value >> 8, value & 0xff])
          .join('.');
        for (const spelled of [a, b, dotted]) assert.equal(addressBucket(spelled), dotted);
      }),
    );
  });

  it('RL4: host bits and spelling do not leave the /64', () => {
    const sameNetwork = fc.tuple(eightGroups, eightGroups).chain(([first, second]) => {
      const network = first.slice(0, 4);
      // The first group is never zero, so that neither address is an IPv4-mapped one.
      network[0] = (network[0] ?? 0) | 1;
      return fc.tuple(
        spelling([...network, ...first.slice(4)]),
        spelling([...network, ...second.slice(4)]),
        fc.constant(network),
      );
    });
    fc.assert(
      fc.property(sameNetwork, ([a, b, network]) => {
        const bucket = `${network.map((value) => value.toString(16)).join(':')}::/64`;
        assert.equal(addressBucket(a), bucket);
        assert.equal(addressBucket(b), bucket);
      }),
      { numRuns: 500 },
    );
  });

  it('RL4: neighbouring networks are apart; 6to4 and NAT64 count as IPv6', () => {
    assert.equal(addressBucket('2001:db8:0:1::1'), '2001:db8:0:1::/64');
    assert.equal(addressBucket('2001:db8:0:2::1'), '2001:db8:0:2::/64');
    assert.equal(addressBucket('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(addressBucket('2002:c000:201::1'), '2002:c000:201:0::/64');
    assert.equal(addressBucket('64:ff9b::192.0.2.1'), '64:ff9b:0:0::/64');
    assert.equal(addressBucket('1::2:3:4:5:6'), '1:0:0:2::/64');
    assert.equal(addressBucket('::1'), '0:0:0:0::/64');
    assert.equal(addressBucket('spoofed'), 'unknown');
  });
});

describe('networkOf', () => {
  it('is a /24 of IPv4 and a /48 of IPv6, in whatever spelling', () => {
    assert.equal(networkOf('192.0.2.77'), '192.0.2.0/24');
    assert.equal(networkOf('::ffff:c000:24d'), '192.0.2.0/24');
    assert.equal(networkOf('2001:DB8:1:2:3::4'), '2001:db8:1::/48');
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0::/48');
    assert.equal(networkOf('nothing'), 'unknown');
  });
});
