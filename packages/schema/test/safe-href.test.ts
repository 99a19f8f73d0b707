import { safeHref } from '@turnwise/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const MAX_HREF_LENGTH = 2048

/** Every spelling of an IPv4 address that URL parsers understand. */
function spellingsOf(address: string): string[] {
  const octets = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = octets
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const high = ((a << 8) | b).toString(16)
  const low = ((c << 8) | d).toString(16)
  const fullWidth = (text: string) =>
    text.replace(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const circled = (text: string) =>
    text.replace(/[1-9]/g, digit => String.fromCharCode(0x2460 + Number(digit) - 1))
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    octets.map(hex).join('.'),
    octets.map(octal).join('.'),
    [hex(a), octal(b), c, d].join('.'),
    [a, b, c * 256 + d].join('.'),
    [a, whole - a * 2 ** 24].join('.'),
    octets.map(octet => `0x00${octet.toString(16)}`).join('.'),
    fullWidth(address),
    circled(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '%2e'),
    Array.from(address, digit => `%${digit.charCodeAt(0).toString(16)}`).join(''),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:FFFF:${high}:${low}]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::]`
  ]
}

const PRIVATE_IPV4 = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16'
]

const PRIVATE_HOSTS = [
  ...PRIVATE_IPV4.flatMap(spellingsOf),
  ...words('[::1] [::] [0:0:0:0:0:0:0:1] [fe80::1] [febf::1] [fc00::1] [fd00:ec2::254] [fec0::1]'),
  ...words(
    '[ff02::1] [2001:db8::1] [2001::1] [100::1] [3fff::1] [5f00::1] [4000::1] [fe80::1%25en0]'
  ),
  ...words('localhost LOCALHOST localhost. a.localhost LocalHost.localdomain loc\u00adalhost'),
  ...words(
    'ⓛocalhost ｌｏｃａｌｈｏｓｔ %6cocalhost printer.local db.internal metadata.google.internal'
  ),
  ...words(
    'router.lan nas.home box.home.arpa wiki.corp wiki.intranet app.private intranet wiki db'
  ),
  ...words('127.0.0.1.nip.io 10.0.0.1.sslip.io app.localtest.me lvh.me local internal a..b .a.com')
]

const TAILS = ['', '/', ':8443/', '/path?x=1#y']

function words(text: string): string[] {
  return text.split(' ')
}

const SCHEMES = words(
  'javascript: JavaScript: JAVASCRIPT: vbscript: data: file: ftp: blob: about: chrome: intent: ' +
    'ms-word: http: ws: wss: view-source: jar: tel: sms: mailto: ssh: x:'
)
const SCHEME_TAILS = [
  'alert(1)',
  '//example.com/',
  '//example.com/%0aalert(1)',
  'text/html,<b>x',
  ''
]

const TRICKS = [
  '',
  ' ',
  'https:',
  'https:/',
  'https://',
  'https:///example.com/',
  'https:example.com',
  'https:/example.com',
  '//example.com',
  '/path',
  'path',
  '#fragment',
  '?query',
  'example.com',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://:password@example.com/',
  'https://@example.com/',
  'https://:@example.com/',
  'https://example.com@evil.example.net/',
  'https://example.com%40evil.example.net/',
  'https://example.com:99999/',
  'https://example.com:port/',
  'https://exa mple.com/',
  'https://exa<mple.com/',
  'https://example.com\\@evil.example.net/',
  'https:\\\\example.com/',
  'https://example.com/a\\b',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0https://example.com/',
  `https://${'a'.repeat(64)}.com/`,
  `https://example.com/${'a'.repeat(MAX_HREF_LENGTH)}`,
  `https://example.com/${'é'.repeat(MAX_HREF_LENGTH / 4)}`
]

// Characters that a parser removes or trims, at every place of an honest link.
const REMOVED = ['\t', '\n', '\r', ' ', '\u0000', '\u001f', '\u007f', '\u0085', '\u2028', '\u3000']

function* blockedLinks(): Generator<unknown> {
  for (const host of PRIVATE_HOSTS) for (const tail of TAILS) yield `https://${host}${tail}`
  for (const scheme of SCHEMES) for (const tail of SCHEME_TAILS) yield scheme + tail
  for (const removed of REMOVED) {
    const link = 'https://example.com/'
    for (let at = 0; at <= link.length; at++) {
      yield link.slice(0, at) + removed + link.slice(at)
    }
  }
  yield* TRICKS
  yield* [null, undefined, 0, true, [], ['https://example.com/'], {}, new URL('https://a.com')]
}

const KEPT: readonly (readonly [given: string, href: string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
  ['https://example.com:443/', 'https://example.com/'],
  ['https://example.com:8443/x', 'https://example.com:8443/x'],
  ['https://example.com./', 'https://example.com./'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
  ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
  ['https://example.com/a@b?c=d@e', 'https://example.com/a@b?c=d@e'],
  ['https://example.com/a%20b', 'https://example.com/a%20b'],
  ['https://fa.wikipedia.org/wiki/می‌شود', new URL('https://fa.wikipedia.org/wiki/می‌شود').href],
  ['https://local.example.com/internal', 'https://local.example.com/internal'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://notlocal.io', 'https://notlocal.io/']
]

const REAL_LINKS = [
  'https://adaptivecards.io/content/cats/1.png',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
  'https://contoso.sharepoint.com/sites/HR/Shared%20Documents/Travel%20policy.pdf#page=3',
  'https://contoso-my.sharepoint.com/:w:/g/personal/a_b_contoso_com/EaBcD?e=x1Y2z3',
  'https://learn.microsoft.com/en-us/microsoft-copilot-studio/fundamentals-what-is-copilot-studio',
  'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=1&scope=openid%20profile',
  'https://token.botframework.com/api/oauth/signin?signin=0123456789abcdef',
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%22Tid%22%3a%221%22%7d',
  'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2F&data=05%7C01',
  'https://de.wikipedia.org/wiki/Z%C3%BCrich',
  'https://en.wikipedia.org/wiki/Context_(language_use)',
  'https://www.google.com/maps/place/Z%C3%BCrich/@47.3775,8.4666,12z',
  'https://github.com/user/repo/blob/main/README.md?plain=1#L10-L20',
  'https://example.com/?q=a+b&x[]=1&x[]=2',
  "https://example.com/path;v=1/(x)/!$&'*,:",
  'https://example.com/#:~:text=the%20context',
  'https://xn--bcher-kva.example/'
]

const unsafe = (value: unknown) =>
  typeof value === 'string' && value.startsWith('https://') ? value : null

describe('links', () => {
  it('[P8] blocks every unsafe spelling', () => {
    const links = [...new Set(blockedLinks())]
    expect(links.filter(link => safeHref(link) !== null)).toEqual([])
    expect({ tried: links.length }).toEqual({ tried: 2458 })
  })

  it('[P8] the unsafe control, a check of the prefix, lets most of them pass', () => {
    const passed = [...blockedLinks()].filter(link => unsafe(link) !== null)
    expect(passed.length).toBeGreaterThan(1000)
  })

  it.each(KEPT)('[P8] keeps %s as %s', (given, href) => {
    expect(safeHref(given)).toBe(href)
  })

  it.each(REAL_LINKS)('[P8] keeps %s unchanged', link => {
    expect(safeHref(link)).toBe(link)
  })

  it('[P8] never throws, and what it returns passes unchanged as https', () => {
    const almostLink = fc
      .tuple(fc.constantFrom('https://', 'HTTPS://', 'https:'), fc.string({ unit: 'binary' }))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), almostLink, fc.anything()), value => {
        const href = safeHref(value)
        if (href === null) return
        expect(href.startsWith('https://')).toBe(true)
        expect(safeHref(href)).toBe(href)
        expect(new URL(href).href).toBe(href)
      }),
      { numRuns: 3000 }
    )
  })
})

describe('allowed hosts', () => {
  const allowedHosts = ['contoso.com', '*.fabrikam.com', 'localhost', '10.0.0.1']

  it.each([
    ['https://contoso.com/x', true],
    ['https://CONTOSO.com/x', true],
    ['https://contoso.com./x', true],
    ['https://www.contoso.com/x', false],
    ['https://contoso.com.evil.net/', false],
    ['https://evilcontoso.com/', false],
    ['https://www.fabrikam.com/', true],
    ['https://a.b.fabrikam.com/', true],
    ['https://fabrikam.com/', false],
    ['https://evilfabrikam.com/', false],
    ['https://localhost/', false],
    ['https://10.0.0.1/', false]
  ])('[P8] %s passes: %s', (link, passes) => {
    expect(safeHref(link, { allowedHosts }) !== null).toBe(passes)
  })

  it('[P8] an empty list lets nothing pass', () => {
    expect(safeHref('https://example.com/', { allowedHosts: [] })).toBeNull()
  })
})

describe('mail', () => {
  it.each([
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    [
      'MAILTO:Ada.L+x@example.com?subject=Hello%20there',
      'mailto:Ada.L+x@example.com?subject=Hello%20there'
    ],
    ['mailto:', null],
    ['mailto:ada', null],
    ['mailto:ada@localhost', null],
    ['mailto:ada@db.internal', null],
    ['mailto:ada@127.0.0.1', null],
    ['mailto:a@example.com,b@example.com', null],
    ['mailto:a@example.com?bcc=b@example.com', null],
    ['mailto:a@example.com?subject=x&bcc=b@example.com', null],
    ['mailto:a@example.com?subject=x%0D%0ABcc:b@example.com', null],
    ['mailto:a@example.com?subject=x%0abcc:b', null],
    ['mailto:a@example.com?subject="><b>', null]
  ])('[P8] %s becomes %s when mail is allowed', (link, href) => {
    expect(safeHref(link, { allowMail: true })).toBe(href)
    expect(safeHref(link)).toBeNull()
  })
})
