/** Stands in for the carousel library that `adaptivecards` names; a sanitised card has no carousel. */
export default class WithoutCarousels {
  constructor() {
    throw new TypeError('carousels are not shown')
  }
}

export const A11y = null
export const Autoplay = null
export const History = null
export const Keyboard = null
export const Navigation = null
export const Pagination = null
export const Scrollbar = null
