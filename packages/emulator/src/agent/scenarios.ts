import type { Scenario } from './answer.ts'
import { anyForm } from './any-form.ts'
import { itIncident } from './incident/incident.ts'
import { onboarding } from './onboarding/onboarding.ts'
import { payment } from './payment/payment.ts'
import { smallTalk } from './small-talk.ts'
import { travelRequest } from './travel/travel-request.ts'

const scenarios: readonly Scenario[] = [
  travelRequest,
  smallTalk,
  payment,
  onboarding,
  itIncident,
  anyForm
]

/** The names a bot's schema can carry to choose who answers. */
export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name)

/**
 * Chooses who answers: by the bot's schema name (`cr1_smallTalk` is `small-talk`), else by the
 * phase the query names, else the travel agent.
 */
export function chooseScenario(schemaName: string, phase: string | null): Scenario {
  return named(schemaName) ?? named(phase ?? '') ?? travelRequest
}

function named(hint: string): Scenario | undefined {
  const letters = skeleton(hint)
  return scenarios.find(({ name }) => letters.includes(skeleton(name)))
}

function skeleton(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
