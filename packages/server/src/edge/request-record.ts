/** What became of one request, for a log. Holds no body and no id of a conversation. */
export type RequestRecord = {
  requestId: string
  method: string
  /** The path of the route, with its parameters unfilled. */
  route: string
  status: number
  /** Until the answer began; a stream goes on after that. */
  milliseconds: number
}
