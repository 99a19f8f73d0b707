/** Each of these runs or loads something when it is put into a page as it stands. */
export const hostileMarkdown: readonly string[] = [
  '<script>fired("script")</script>',
  '<img src=x onerror="fired(\'img\')">',
  '<svg onload="fired(\'svg\')"></svg>',
  '<svg><animate onbegin="fired(\'animate\')" attributeName=x dur=1s></svg>',
  '<details open ontoggle="fired(\'toggle\')"><summary>x</summary></details>',
  '<iframe srcdoc="<script>parent.fired(\'srcdoc\')</script>"></iframe>',
  '<iframe src="javascript:parent.fired(\'iframe\')"></iframe>',
  '<video><source onerror="fired(\'source\')"></video>',
  '<audio src=x onerror="fired(\'audio\')"></audio>',
  '<input autofocus onfocus="fired(\'focus\')">',
  '<body onload="fired(\'body\')">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=fired(\'mxss\')&gt;">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=fired('form')>",
  '<noscript><p title="</noscript><img src=x onerror=fired(\'noscript\')>">',
  '<template><img src=x onerror="fired(\'template\')"></template>',
  '<object data="javascript:fired(\'object\')"></object>',
  '<embed src="javascript:fired(\'embed\')">',
  '<link rel=stylesheet href="https://elsewhere.example/style.css">',
  '<style>@import "https://elsewhere.example/style.css"; * { display: none }</style>',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.example/">',
  '<base href="https://elsewhere.example/">',
  '<p style="background:url(https://elsewhere.example/pixel.png)">styled</p>',
  '![pixel](https://elsewhere.example/pixel.png)',
  '![x](x"onerror="fired(\'attribute\'))',
  '[click](javascript:fired("link"))',
  '[click](JaVaScRiPt:fired("case"))',
  '[click](java\nscript:fired("break"))',
  '[click](&#106;avascript:fired("entity"))',
  '[click](data:text/html,<script>fired("data")</script>)',
  '[click](vbscript:fired("vb"))',
  '[click](//elsewhere.example "onclick=fired(\'title\')")',
  '<a href="javascript:fired(\'anchor\')">click</a>',
  '<javascript:fired("auto")>',
  '`<img src=x onerror=fired("code")>`',
  '```html\n<script>fired("fence")</script>\n```',
  '| <img src=x onerror=fired("cell")> |\n| --- |\n| x |',
  '# <img src=x onerror=fired("heading")>',
  '- <img src=x onerror=fired("item")>',
  '[ref]: javascript:fired("ref")\n[click][ref]'
]

const card = (body: readonly object[], actions: readonly object[] = []): object => ({
  type: 'AdaptiveCard',
  version: '1.5',
  body,
  actions
})

/** Cards that run or load something in a renderer that believes them. */
export const hostileCards: readonly object[] = [
  card([{ type: 'TextBlock', text: '<img src=x onerror=fired("text")> a', wrap: true }]),
  card([{ type: 'TextBlock', text: '[b](javascript:fired("block"))' }]),
  card([
    {
      type: 'RichTextBlock',
      inlines: [
        {
          type: 'TextRun',
          text: 'c',
          selectAction: { type: 'Action.OpenUrl', url: 'javascript:fired("run")' }
        }
      ]
    }
  ]),
  card([{ type: 'Image', url: 'https://elsewhere.example/pixel.png', altText: 'd' }]),
  card([{ type: 'Image', url: 'data:image/svg+xml,<svg onload=fired("image")>', altText: 'e' }]),
  card([
    {
      type: 'Container',
      backgroundImage: 'https://elsewhere.example/pixel.png',
      items: [{ type: 'TextBlock', text: 'f' }]
    }
  ]),
  card([
    {
      type: 'Media',
      poster: 'https://elsewhere.example/poster.png',
      sources: [{ mimeType: 'video/mp4', url: 'https://elsewhere.example/film.mp4' }]
    },
    { type: 'TextBlock', text: 'g' }
  ]),
  card(
    [{ type: 'TextBlock', text: 'h' }],
    [
      {
        type: 'Action.OpenUrl',
        title: 'Open',
        url: 'javascript:fired("action")',
        iconUrl: 'https://elsewhere.example/icon.png'
      }
    ]
  ),
  card([
    {
      type: 'TextBlock',
      text: 'i [x](https://safe.example/===/==/"onmouseover=fired("mark"))',
      wrap: true
    }
  ]),
  card([
    { type: 'Carousel', pages: [] },
    { type: 'TextBlock', text: 'j' }
  ])
]

/** A card with exactly so many nodes as are let in. */
export const largeCard = (nodes: number): object =>
  card(Array.from({ length: nodes - 1 }, (_, index) => ({ type: 'TextBlock', text: `${index}` })))
