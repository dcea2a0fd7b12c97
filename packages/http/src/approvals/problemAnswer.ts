import type { OperationAnswer } from "../platform/OperationCalls.ts"
import { type ProblemBody, type ServiceError, toProblem } from "../shared/Problem.ts"

/** Response of the interface with a problem. */
export const problemAnswer = (problem: ProblemBody): OperationAnswer => ({
  httpStatus: problem.status,
  data: problem,
  headers: {}
})

/** Response of the interface to a service error. */
export const refusedAnswer = (error: ServiceError): OperationAnswer => problemAnswer(toProblem(error))
