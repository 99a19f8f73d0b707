/**
 * What the web app may do: run its own files and talk to this server, nothing else.
 *
 * HTML is only ever made by the sanitiser (`dompurify`) and by the card renderer, which is given
 * sanitised text; strings from anywhere else are refused by the browser.
 *
 * @see https://www.w3.org/TR/CSP3/
 * @see https://www.w3.org/TR/trusted-types/
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${[
    'dompurify',
    'turnwise#reader',
    'adaptivecards#markdownPassthroughPolicy',
    'adaptivecards#restoreContentsPolicy',
    'adaptivecards#deprecatedExportedFunctionPolicy'
  ].join(' ')}`
].join('; ')
