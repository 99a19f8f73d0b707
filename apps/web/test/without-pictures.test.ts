import { describe, expect, it } from 'vitest'
import { withoutPictures } from '../src/cards/without-pictures.ts'

const card = (...body: object[]): Record<string, unknown> => ({ type: 'AdaptiveCard', body })
const elsewhere = 'https://elsewhere.example/x.png'

describe('[W1.6] a card loads nothing', () => {
  it.each([
    ['a picture', card({ type: 'Image', url: elsewhere, altText: 'A cat' })],
    ['a set of pictures', card({ type: 'ImageSet', images: [{ type: 'Image', url: elsewhere }] })],
    ['a film', card({ type: 'Media', sources: [{ url: elsewhere }], poster: elsewhere })],
    ['a background', card({ type: 'Container', backgroundImage: elsewhere, items: [] })],
    ['an icon', { type: 'AdaptiveCard', actions: [{ type: 'Action.Submit', iconUrl: elsewhere }] }],
    ['deep inside', card({ type: 'Container', items: [{ type: 'Image', url: elsewhere }] })]
  ])('for %s', (_name, source) => {
    expect(JSON.stringify(withoutPictures(source))).not.toContain('https://')
  })

  it('reads out what a picture shows, and where it is from', () => {
    const { body } = withoutPictures(card({ type: 'Image', url: elsewhere, altText: 'A [cat](x)' }))
    expect(body).toMatchObject([
      { type: 'TextBlock', text: 'Picture: A  cat  x  (elsewhere.example)', isSubtle: true }
    ])
  })

  it('keeps what can be pressed on a picture', () => {
    const selectAction = { type: 'Action.Submit', id: 'a0', title: 'Choose' }
    const { body } = withoutPictures(card({ type: 'Image', url: elsewhere, selectAction }))
    expect(body).toMatchObject([{ type: 'Container', selectAction }])
  })

  it('leaves everything else as it is', () => {
    const plain = card({ type: 'TextBlock', text: elsewhere }, { type: 'Input.Text', id: 'a' })
    expect(withoutPictures(plain)).toEqual(plain)
  })
})
