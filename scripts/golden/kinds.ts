/** How each kind of case is replayed. */
import { type Replay, skipped } from "./case.ts";
import { datasetParseCase, datasetRowCase } from "./datasets.ts";
import { endToEndCase } from "./end-to-end.ts";
import { executionCase, unsafeCase } from "./execution.ts";
import { fixCase } from "./fixed-tests.ts";
import { interactionCase, interactiveCase } from "./interaction.ts";
import { metricsCase, passAtKCase } from "./metrics.ts";
import {
  oracleCase,
  pruneCandidatesCase,
  pruneCase,
  pruneTestsCase,
  rankCodesCase,
  rankTestsCase,
  repairedCase,
  sweepCase,
} from "./policies.ts";
import { clusterCase, rewriteAllCase, rewriteCase, rewriteRareCase } from "./rewriting.ts";
import { dedupeCase, dedupePopularCase, filterCase, staticCase } from "./texts.ts";

const requestCase: Replay = () =>
  skipped("B11: every sample is a request of its own with its index, cached by content; no request is split");

export const kinds: Readonly<Record<string, Replay>> = {
  rank_tests: rankTestsCase,
  rank_codes: rankCodesCase,
  repaired_policy: repairedCase,
  sweep: sweepCase,
  dynamic_prune_tests: pruneTestsCase,
  optimistic_prune_codes: pruneCandidatesCase,
  prune_on_yes: pruneCase("yes"),
  prune_on_no: pruneCase("no"),
  oracle_answer: oracleCase,
  interaction: interactionCase,
  interaction_fix: fixCase,
  interactive: interactiveCase,
  pass_at_k: passAtKCase,
  compute_metrics: metricsCase,
  execution: executionCase,
  unsafe_execution: unsafeCase,
  static_mutation: staticCase,
  dedupe: dedupeCase,
  dedupe_popular: dedupePopularCase,
  filter_response: filterCase,
  rewrite_assert: rewriteCase,
  assert_rewrite_all: rewriteAllCase,
  assert_rewrite_rare: rewriteRareCase,
  cluster_regression: clusterCase,
  request_splitting: requestCase,
  cache: () => skipped("B11: answers are kept by content, each written whole and found again"),
  dataset_row: datasetRowCase,
  dataset_parse: datasetParseCase,
  end_to_end: endToEndCase,
};
