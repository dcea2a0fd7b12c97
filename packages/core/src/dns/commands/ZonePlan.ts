import { Result, Schema } from "effect"
import {
  type CommandRequest,
  type InstanceProblem,
  instanceProblem,
  type JobOperation,
  type PlannedJob,
  type Problem,
  validationProblem
} from "../../jobs/index.ts"
import { limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"

/** Zone name in a command. An invalid name is a problem of its own instance only. */
export const GivenZoneName = Schema.String.check(Schema.isMaxLength(limits.searchText))

/** Effect of a command on a zone, for the description of jobs. */
export interface ZoneWork {
  /** Submitted command. */
  readonly command: string
  readonly kind: string
  readonly operation: JobOperation
  readonly verb: string
}

/** Parses a zone name into its stored form. */
const zoneNamed = (text: string): Result.Result<DnsName.DnsName, Problem> => {
  const parsed = DnsName.parse(text.trim())
  if (Result.isFailure(parsed)) return Result.fail(nameProblem(parsed.failure.message))
  const name = DnsName.lowerCase(parsed.success)
  return name === DnsName.root || text === "@" ? Result.fail(nameProblem("A zone has a name")) : Result.succeed(name)
}

const nameProblem = (message: string) => validationProblem("INVALID_ZONE_NAME", message)

/**
 * Plans the job for the zone of this name. The existence of the zone is checked when the job runs, because an earlier
 * command of the same batch may create it.
 */
export const planZone = <A>(
  { command, kind, operation, verb }: ZoneWork,
  instance: CommandRequest<A>,
  writtenName: string,
  problems: ReadonlyArray<Problem>,
  request: (name: DnsName.DnsName) => Schema.JsonObject
): PlannedJob | InstanceProblem => {
  const named = zoneNamed(writtenName)
  if (Result.isFailure(named)) return instanceProblem(instance, writtenName, [named.failure, ...problems])
  const name = named.success
  if (problems.length > 0) return instanceProblem(instance, name, problems)
  return {
    instance_index: instance.instance_index,
    kind,
    operation,
    resource_key: name,
    ordering_key: `zone ${name}`,
    display: `${verb} Zone '${name.slice(0, -1)}'`,
    payload: { type: command, operation, zone: request(name) }
  }
}
