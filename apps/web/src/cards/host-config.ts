const tone = (color: string): Record<string, string> => ({
  default: color,
  subtle: color === 'var(--ink)' ? 'var(--ink-quiet)' : color
})

const colors = {
  default: tone('var(--ink)'),
  dark: tone('var(--ink)'),
  light: tone('var(--ink-quiet)'),
  accent: tone('var(--accent)'),
  good: tone('var(--accent)'),
  warning: tone('var(--alarm)'),
  attention: tone('var(--alarm)')
}
const plain = { backgroundColor: 'transparent', foregroundColors: colors }
const sunken = { backgroundColor: 'var(--sunken)', foregroundColors: colors }

/** Cards in the type, colours and distances of the app. */
export const hostConfig = {
  supportsInteractivity: true,
  fontFamily: 'var(--sans)',
  fontTypes: {
    default: {
      fontFamily: 'var(--sans)',
      fontSizes: { small: 13, default: 16, medium: 18, large: 20, extraLarge: 24 },
      fontWeights: { lighter: 350, default: 400, bolder: 600 }
    },
    monospace: {
      fontFamily: 'var(--mono)',
      fontSizes: { small: 13, default: 15, medium: 16, large: 18, extraLarge: 20 },
      fontWeights: { lighter: 400, default: 400, bolder: 600 }
    }
  },
  lineHeights: { small: 20, default: 24, medium: 24, large: 28, extraLarge: 32 },
  spacing: {
    small: 4,
    default: 12,
    medium: 16,
    large: 24,
    extraLarge: 32,
    // Nothing, which the library would read as its default.
    padding: 1
  },
  separator: { lineThickness: 1, lineColor: 'var(--hairline)' },
  containerStyles: {
    default: plain,
    emphasis: sunken,
    accent: sunken,
    good: sunken,
    attention: sunken,
    warning: sunken
  },
  actions: {
    maxActions: 20,
    spacing: 'default',
    buttonSpacing: 8,
    showCard: { actionMode: 'inline', inlineTopMargin: 16, style: 'default' },
    actionsOrientation: 'horizontal',
    actionAlignment: 'left'
  },
  inputs: {
    label: {
      inputSpacing: 'small',
      requiredInputs: { weight: 'bolder', suffix: ' *', suffixColor: 'attention' },
      optionalInputs: { weight: 'bolder' }
    },
    errorMessage: { spacing: 'small', size: 'small', color: 'attention', weight: 'bolder' }
  },
  factSet: {
    title: { color: 'default', size: 'default', isSubtle: true, weight: 'default', maxWidth: 160 },
    value: { color: 'default', size: 'default', isSubtle: false, weight: 'default' },
    spacing: 20
  },
  textBlock: { headingLevel: 2 }
}
