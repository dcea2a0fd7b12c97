import { Context } from "effect"

/** More than a call adds to its context, such as spans, transactions and attributes of metrics. */
const mostAdded = 64

/**
 * The services of a platform as the context of its calls, requests and jobs. By default effect copies all services of a context when
 * eight have been added to it. For the 300 of a platform this took a tenth of the time of a registration.
 */
export const callContext = <R>({ mapUnsafe }: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe<R>(mapUnsafe, { maxDepth: mostAdded })
