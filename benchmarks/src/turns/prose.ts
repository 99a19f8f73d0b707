const WORDS = `about account agent allow already answer approve arrive ask available because before
begin between board book both bring budget build but call cancel card change charge check choose
city close collect come company complete confirm contact cost could country cover customer date day
deliver department depart desk detail different document early email employee enough enter every
expense file find first flight floor follow form four from full give group guest hotel hour house
however include inform invoice issue item journey keep last late leave letter list local long
manager many meeting message minute month more morning most move name near need next night note
number of offer office old one only open option order other our over paid part pay people person
phone place plan please point possible price project provide question quick ready reason receive
record reply request reserve return room same save seat second see send service several share short
show since sign single small some soon start station stay step still stop street such sure system
table take team tell than that the their them there these they this those three through ticket time
to today together tomorrow total train travel two under until update use visit wait want week well
when where which while who will window with without work would write year yes yet you your`.split(
  /\s+/
)

/** Sentences of `length` characters, the same for the same seed: as hard to compress as a real reply. */
export function prose(seed: number, length: number): string {
  let state = (seed + 1) * 2_654_435_761
  const below = (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return (state >>> 8) % limit
  }
  let text = ''
  while (text.length < length) {
    const words = Array.from({ length: 5 + below(12) }, () => WORDS[below(WORDS.length)] ?? '')
    const sentence = words.join(' ')
    text += `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. `
  }
  return text.slice(0, length)
}
