/** Strings that have broken programs before, one for each way we know. */
export const NAUGHTY_STRINGS: readonly string[] = [
  // Words that languages and formats give a special meaning.
  ...String.raw`
undefined
null
NULL
nil
None
true
NaN
Infinity
-Infinity
hasOwnProperty
__proto__
constructor
prototype
toString
then
length
[object Object]
default
CON
aux
LPT1
`
    .trim()
    .split('\n'),

  // Numbers, or almost numbers.
  ...'0 -0 00 1.00 1/0 0x0 0b1 1e1000 -1e1000 1E+02 .1 1. 9999999999999999999999 ١٢٣ １２３ ½ 1,000 1_000 +1 --1'.split(
    ' ',
  ),

  // Code for databases, shells, templates and browsers.
  ...String.raw`
'
"
''
'--
' OR '1'='1
' OR 1=1 --
1; DROP TABLE accounts; --
'; DELETE FROM sessions; --
x' UNION SELECT password_hash FROM accounts --
x'; SELECT pg_sleep(5); --
$$; SELECT pg_sleep(5); $$
\'; DROP TABLE accounts; --
%
_
%%%%
a%' ESCAPE '%
/* comment */
#
$1
:name
?1
@@version
1 AND 1=1
<script>alert(1)</script>
"><script>alert(1)</script>
<img src=x onerror=alert(1)>
<svg/onload=alert(1)>
javascript:alert(1)
<!--
]]>
<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>
&lt;script&gt;
&#0;
{{7*7}}
${'$'}{7*7}
#{7*7}
<%= 7*7 %>
${'$'}{jndi:ldap://127.0.0.1/a}
${'`'}id${'`'}
$(id)
;id
|id
&& id
$HOME
%HOME%
%s%s%s%s%s
%n%n%n%n%n
%d%x%p
{0}
%*.*s
() { 0; }; id
<<< %s(un='%s') = %u
eval(1)
require('fs')
process.exit(1)
*)(uid=*))(|(uid=*
{"$gt":""}
a:b@c
`
    .trim()
    .split('\n'),

  // Files and network addresses.
  ...String.raw`
../../../../etc/passwd
..\..\..\windows\system32
..%2f..%2f..%2fetc%2fpasswd
%252e%252e%252f
/etc/passwd
/dev/null
C:\boot.ini
\\server\share
file:///etc/passwd
http://127.0.0.1:4000/auth/me
http://[::1]/
http://a@b@c/
http://%00/
http://a:99999/
http://
https://example.org\@evil.example
//evil.example
~root
.
..
.env
a/b
`
    .trim()
    .split('\n'),

  // Invalid emails, handles and phone numbers.
  ...String.raw`
@
a@
@b
a@b
a@b@c.example
a@b..example
a@.example
"a b"@c.example
a@[127.0.0.1]
a@127.0.0.1
<a@b.example>
a@b.example,c@d.example
Ada <a@b.example>
a@b.example (comment)
a@-b.example
a@xn--.example
admin
root
superadmin
+
++49
+0
(((((((((((
+49 (0) 30
`
    .trim()
    .split('\n'),

  // Control characters and line ends.
  '\0',
  'a\0b',
  '\u0001\u0002\u001f',
  '\u007f',
  '\u0085\u009b31m',
  '\u001b[31mred\u001b[0m',
  '\r\nSet-Cookie: a=b',
  'a\nb',
  '\t',
  '\v\f',
  'a\u2028b\u2029c',
  '\u0007\b',

  // Unicode: blanks, invisible and joining characters, directions, marks, and letters that look alike, change length
  // or break.
  '',
  ' ',
  '\u00a0\u1680\u2003\u3000',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u180e',
  '\u00ad',
  '\u202e\u202dtxt.exe',
  '\u2066\u2067\u2068\u2069',
  '\u200e\u200f',
  'مرحبا بالعالم',
  'שלום\u05b0',
  '田中さんにあげて下さい',
  '사회과학원',
  'Ⱥ Ⱦ ſ ı İ ß ﬀ K Å',
  'аdmin@example.org',
  'ａｄｍｉｎ',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319a\u0324\u031e\u0349l\u034d\u0345g\u0353o',
  'e\u0301'.repeat(40),
  '\u0301\u0302',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈 🇩🇪 👍🏿',
  '😀'.repeat(60),
  '\u{1f468}\u200d',
  '﷽',
  'ﷺ',
  'ด้้้้้็็็็็้้้้้็็็็็',
  '\ufffe\uffff',
  '\ufffd',
  '\u{10ffff}',
  '\u{e0001}\u{e007f}',
  '\ud800',
  'a\udc00',
  '\udbff\u0061',
  'ᚠᛇᚻ᛫ᛒᛦᚦ',
  '̡͓̞ͅI̗̘̦͝n͇͇͙v̮̫ok̲̫̙͈i̖͙̭̹̠̞n̡̻̮̣̺g̲͈͙̭͙̬͎ ̰t͔̦h̞̲e̢̤',

  // Sizes around the limits.
  'a'.repeat(31),
  'a'.repeat(201),
  'a'.repeat(321),
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(250)}.example`,
  'é'.repeat(513),
  'a'.repeat(20_000),
];
