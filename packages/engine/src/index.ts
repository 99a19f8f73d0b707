export { assign, raise, setup } from 'xstate'
export { z } from 'zod'
export type { ContextFormat } from './context/context-format.ts'
export {
  type ContextDefinition,
  type ContextSettings,
  earlyTiers,
  usualContext
} from './context/context-settings.ts'
export { contractText } from './context/contract-text.ts'
export type { History } from './conversation/read-history.ts'
export { type HistoryViolation, verifyHistory } from './conversation/verify-history.ts'
export { createEngine } from './create-engine.ts'
export type { Caller, Engine, Turn, TurnOptions, TurnResult } from './engine.ts'
export type { EngineOptions } from './engine-options.ts'
export { type ErrorCode, type ErrorDetails, isTurnwiseError, TurnwiseError } from './errors.ts'
export { guidFrom } from './guid.ts'
export { type Budget, unlimitedBudget } from './ports/budget.ts'
export type {
  Channel,
  ChannelCall,
  ChannelCapabilities,
  ChannelEvent,
  ChannelHandles,
  ChannelInput,
  Usage
} from './ports/channel.ts'
export { type Clock, systemClock } from './ports/clock.ts'
export type { ContextSource } from './ports/context-source.ts'
export type { Observation, Observer } from './ports/observer.ts'
export type { Outlet, OutletEvent } from './ports/outlet.ts'
export type {
  Admission,
  AdmitRequest,
  CommitRequest,
  Committed,
  EventsFrom,
  Failed,
  Grant,
  GrantKey,
  NextTurn,
  Store,
  StoredEvent,
  TurnEvent,
  Undelivered,
  WaitingPolicy
} from './ports/store.ts'
export type {
  Address,
  Entry,
  Failure,
  Fork,
  Head,
  RecordState,
  Reply,
  Route,
  TurnEnd,
  TurnInput,
  TurnRecord,
  UnfinishedRecord,
  WorkflowReference
} from './ports/stored-conversation.ts'
export type { Change } from './replay/changes.ts'
export { type ReplayedTurn, type ReplayOptions, replay } from './replay/replay.ts'
export type { CircuitSettings, OpenCircuit } from './turn/agent-circuits.ts'
export { defineWorkflow } from './workflow/define-workflow.ts'
export type {
  Collected,
  CollectedBy,
  Proposed,
  Signal,
  WorkflowDefinition,
  WorkflowEvent
} from './workflow/definition.ts'
export { type FaultPlace, faultPlace } from './workflow/fault-place.ts'
export type {
  Claim,
  Confirmation,
  Contradiction,
  ConversationState,
  OpenCard,
  Provenance,
  RefusedProposal,
  Visit
} from './workflow/state.ts'
export { withSchema } from './workflow/with-schema.ts'
export type { Facts, Migration, ReservedEvent, Step, Workflow } from './workflow/workflow.ts'
export { type GraphEdge, type WorkflowGraph, workflowGraph } from './workflow/workflow-graph.ts'
export { workflowPrompt } from './workflow/workflow-prompt.ts'
