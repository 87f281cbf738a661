#include "help_text.h"

#include <stddef.h>

/* clang-format off */
#define FUNCTION(name, arguments, meaning, example) {name, "function", name arguments, meaning, example},
#define TABLE(name, arguments, meaning, example)    {name, "table", name arguments, meaning, example},

const MlHelp ml_help[] = {
  FUNCTION("mem_install", "([views])",
    "Makes the stored tables and the index of texts, if they are not there, and views on them: 'otel', 'cloudevents', 'openlineage' or 'prov'.",
    "SELECT mem_install()")
  FUNCTION("mem_upgrade", "([dry_run])",
    "Brings the stored tables of an older file up to date, as the first write does; with 1 it only says what would be done.",
    "SELECT mem_upgrade(1)")
  FUNCTION("mem_path", "(base_or_name, name, …)",
    "A canonical path, made of names or of a reference and names: quotes what must be quoted.",
    "SELECT mem_path('prefs', 'example.com', 'theme')")
  FUNCTION("mem_ref", "(key, path [, scope])",
    "A reference to a node, which need not exist: JSON that stands for key, scope and path.",
    "SELECT mem_ref('user-42', 'user.name')")
  FUNCTION("mem_set", "(key, path, value [, scope])",
    "Writes one value, making missing parents; a reference to it. Scope is 'short_term' (if left out) or 'sensory'.",
    "SELECT mem_set('user-42', 'user.name', 'Ada')")
  FUNCTION("mem_set_json", "(key, path, json [, scope])",
    "The same with JSON text as the value.",
    "SELECT mem_set_json('user-42', 'user.tags', '[\"admin\", \"beta\"]')")
  FUNCTION("mem_set_if", "(key, path, expected_json, value [, scope])",
    "Writes a value only if what stands there is what was expected (NULL: nothing, 'null': a null); 1 or 0.",
    "SELECT mem_set_if('user-42', 'user.name', '\"Ada\"', 'Ada Lovelace')")
  FUNCTION("mem_item_add", "(key, set, content [, options_json])",
    "Adds an item to a set of long-term memory, or finds the one with this content; its id.",
    "SELECT mem_item_add('user-42', 'notes', 'Prefers tea', '{\"kind\":\"preference\"}')")
  FUNCTION("mem_item_put", "(key, set, id, content [, options_json])",
    "Gives an item a new version, or adds it; the id.",
    "SELECT mem_item_put('user-42', 'notes', 'drink', 'Prefers coffee')")
  FUNCTION("mem_item_get", "(key, set, id)",
    "The content of an item; NULL if there is none.",
    "SELECT mem_item_get('user-42', 'notes', 'drink')")
  FUNCTION("mem_propose", "(key, set, content [, options_json])",
    "An item, or a new version of the one whose id is given, that waits to be admitted; the record's id.",
    "SELECT mem_propose('user-42', 'notes', 'Prefers tea', '{\"id\":\"drink\"}')")
  FUNCTION("mem_decide", "(record, outcome [, options_json])",
    "Decides of a version of a record: admitted, denied (its text is not kept) or quarantined; the decision's id.",
    "SELECT mem_decide('{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"drink\"}', 'admitted', '{\"reviewer\":\"eve\"}')")
  FUNCTION("mem_quarantine", "(record, reason [, options_json])",
    "Takes a version of a record out of memory until it is released, and its content with it; the decision's id.",
    "SELECT mem_quarantine('{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"drink\"}', 'poisoned')")
  FUNCTION("mem_release", "(record [, reason [, options_json]])",
    "Lets a version out of quarantine: it is what it was before; the decision's id.",
    "SELECT mem_release('{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"drink\"}', 'checked')")
  FUNCTION("mem_correct", "(record, content [, options_json])",
    "Another version of a record that said something wrong, with an edge to the one it corrects; the record's id.",
    "SELECT mem_correct('{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"drink\"}', 'Prefers coffee')")
  FUNCTION("mem_item_embed", "(key, set, id, vector)",
    "Stores the vector of an item, a BLOB of float32, or takes it away (NULL); 1, or 0 if it is as it was.",
    "SELECT mem_item_embed('user-42', 'notes', 'drink', x'0000803f000000c0')")
  FUNCTION("mem_item_vector", "(key, set, id)",
    "The vector of an item, a BLOB of float32; NULL if there is none.",
    "SELECT mem_item_vector('user-42', 'notes', 'drink')")
  FUNCTION("mem_item_remove", "(key, set [, id [, options_json]])",
    "Removes an item, or a whole set; how many items went. Options: reason, relearn (may its content come back), cascade (what was made of it, too), request.",
    "SELECT mem_item_remove('user-42', 'notes', 'drink')")
  FUNCTION("mem_source", "(artifact [, options_json])",
    "A source: who or what something is known from, and how far that is trusted; its id, for stated_by of mem_edge.",
    "SELECT mem_source('chat-1#7', '{\"actor\":\"ada\",\"trust\":\"untrusted\"}')")
  FUNCTION("mem_select", "(retrieval, references_json [, options_json])",
    "Which of the results of a search you took, by its id or, of one made elsewhere, by what you tell of it; the id of the search.",
    "SELECT mem_item_put('user-42', 'notes', 'spoon', 'No sugar'), mem_select('{\"query\":\"sugar?\",\"index\":\"mine\"}', '{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"spoon\"}')")
  FUNCTION("mem_place", "(session, references_json [, options_json])",
    "A placement: which versions stood in the context of a turn of a session, in this order; its id.",
    "SELECT mem_place('chat-1', '[{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"spoon\"}]', '{\"turn\":3}')")
  FUNCTION("mem_claim", "(text, references_json [, options_json])",
    "Something that was said because of what memory holds: the versions, placements or claims it rests on; its id.",
    "SELECT mem_item_put('user-42', 'notes', 'cup', 'Takes a large cup'), mem_claim('A large tea', '{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"cup\"}')")
  FUNCTION("mem_effect", "(name, references_json [, options_json])",
    "Something that was done because of claims and versions, and what came of it: ok, failed, reverted, or pending; its id.",
    "SELECT mem_effect('order', '[{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"cup\"}]', '{\"outcome\":\"failed\"}')")
  FUNCTION("mem_derive", "(output, inputs_json [, options_json])",
    "Says that a version was made of others by you: a transformation that read them; its id.",
    "SELECT mem_derive(made, '{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"cup\"}') FROM (SELECT json_object('key', 'user-42', 'set', 'notes', 'id', mem_item_put('user-42', 'notes', 'size', 'Large')) AS made)")
  FUNCTION("mem_edge", "(from, relation, to [, options_json])",
    "Says that one thing of lineage depends on another: stated_by, conflicts_with, caused_by … The id of the first.",
    "SELECT mem_edge('{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"cup\"}', 'stated_by', mem_source('form 7'))")
  FUNCTION("mem_session_pending", "(session [, options_json])",
    "What of a conversation is to be judged: its new messages among those before them, and how far that reaches.",
    "SELECT mem_session_pending('chat-1')")
  FUNCTION("mem_session_end", "(session [, options_json])",
    "Makes items of long-term memory of what was said since the last end: as you judged it, or a function, or rules.",
    "SELECT mem_session_end('chat-1', '{\"user\":\"user-42\",\"agent\":\"helper\"}')")
  FUNCTION("mem_item_reindex", "()",
    "Makes the index of the texts of items anew; how many items are in it.",
    "SELECT mem_item_reindex()")
  FUNCTION("mem_deletion", "(id)",
    "How far the deletion of a record has come: 'requested', 'primary_removed', 'derived_pending', 'verified'; NULL: none.",
    "SELECT mem_deletion(id) FROM (SELECT record AS id FROM mem_items('user-42'))")
  FUNCTION("mem_propagate", "(id [, target [, options_json]])",
    "Notes where a copy of a record is outside of the file, or that a deletion has reached it; without a target, looks itself.",
    "SELECT mem_propagate(record, 'crm', '{\"part\":\"cache\"}') FROM mem_items('user-42') LIMIT 1")
  FUNCTION("mem_recall", "(user, agent, query [, options_json])",
    "What is known of a user and what an agent has learned with him that concerns a query, within a budget of tokens; JSON.",
    "SELECT mem_recall('user-42', '7', 'What does she drink?')")
  FUNCTION("mem_resolve", "(ref)",
    "The value a reference leads to, as mem_get gives it.",
    "SELECT mem_resolve(mem_ref('user-42', 'user.name'))")
  FUNCTION("mem_get", "(key, path_or_ref [, scope])",
    "The value as SQL: text, number, 1 or 0, NULL for null and missing; JSON for arrays, maps, objects and lists.",
    "SELECT mem_get('user-42', 'user.name')")
  FUNCTION("mem_get_json", "(key, path_or_ref [, scope])",
    "The value as JSON; NULL only when it is missing.",
    "SELECT mem_get_json('user-42', 'user')")
  FUNCTION("mem_exists", "(key, path_or_ref [, scope])",
    "1 if a node is there, else 0.",
    "SELECT mem_exists('user-42', 'user.name')")
  FUNCTION("mem_type", "(key, path_or_ref [, scope])",
    "object, list, null, true, false, integer, real, text, array or map; NULL when missing.",
    "SELECT mem_type('user-42', 'user.tags')")
  FUNCTION("mem_new_object", "(key, path [, overwrite [, scope]])",
    "Makes an object, or keeps the one that is there; in place of a value only if overwrite is 1. A reference to it.",
    "SELECT mem_new_object('user-42', 'cart')")
  FUNCTION("mem_set_tree", "(key, path, json [, scope])",
    "Stores a JSON map as objects and values in place of what is under the path; how many values.",
    "SELECT mem_set_tree('user-42', 'user.address', '{\"city\":\"London\",\"zip\":\"E1\"}')")
  FUNCTION("mem_fields", "(key [, path [, scope]])",
    "The direct fields of an object or list as a JSON map, nested ones as references.",
    "SELECT mem_fields('user-42', 'user')")
  FUNCTION("mem_field_names", "(key [, path [, scope]])",
    "Their names as a JSON array.",
    "SELECT mem_field_names('user-42', 'user')")
  FUNCTION("mem_incr", "(key, path, by [, scope])",
    "Adds to a number (0 when missing); the sum.",
    "SELECT mem_incr('user-42', 'visits', 1)")
  FUNCTION("mem_append", "(key, path, value [, scope])",
    "Adds an element to a list, which is made if it is missing; a reference to the element.",
    "SELECT mem_append('user-42', 'history', 'hello')")
  FUNCTION("mem_append_json", "(key, path, json [, scope])",
    "The same with JSON text as the value.",
    "SELECT mem_append_json('user-42', 'history', '{\"role\":\"user\",\"text\":\"hello\"}')")
  FUNCTION("mem_recent", "(key, path, n [, scope])",
    "The newest n elements of a list as a JSON array, oldest first.",
    "SELECT mem_recent('user-42', 'history', 10)")
  FUNCTION("mem_length", "(key, path [, scope])",
    "How many elements a list has; NULL when missing.",
    "SELECT mem_length('user-42', 'history')")
  FUNCTION("mem_pop", "(key, path [, 'first' | 'last' [, scope]])",
    "Removes the first or (if left out) the last element of a list; the element.",
    "SELECT mem_pop('user-42', 'history', 'first')")
  FUNCTION("mem_retain", "(key_glob, path, rule_json [, scope])",
    "Limits the lists at a path of all keys that match a pattern, and says what goes; the rule. NULL takes it back.",
    "SELECT mem_retain('user-*', 'history', '{\"max_count\":100}')")
  FUNCTION("mem_message", "(session, role, content [, options_json])",
    "Appends a message to a conversation: role is system, user, assistant or tool; its position.",
    "SELECT mem_message('chat-7', 'user', 'What is the weather in Oslo?')")
  FUNCTION("mem_summarize", "(session, text [, through])",
    "Stores a summary of the messages before a position (of all, if left out), through; NULL removes it.",
    "SELECT mem_summarize('chat-7', 'They talk about the weather.')")
  FUNCTION("mem_summary_due", "(session)",
    "How many messages the summary leaves out, once there are enough for another one; else 0.",
    "SELECT mem_summary_due('chat-7')")
  FUNCTION("mem_delete", "(key, path [, scope])",
    "Removes a node and all under it; how many nodes went. Path '' clears the scope.",
    "SELECT mem_delete('user-42', 'cart')")
  FUNCTION("mem_snapshot", "(key [, scope])",
    "All values of a key as a JSON map from path to value.",
    "SELECT mem_snapshot('user-42')")
  FUNCTION("mem_action", "(name [, cause_event_id [, meta_json]])",
    "Names the action that this transaction is, and says which event it reacts to and on whose behalf.",
    "BEGIN IMMEDIATE; SELECT mem_action('greet', NULL, '{\"actor\":\"planner\"}'); COMMIT")
  FUNCTION("mem_event_add", "(type, key, value_json)",
    "Adds an event of your own to the log, emitted with the action's other events.",
    "SELECT mem_event_add('order_paid', 'user-42', '{\"amount\":5}')")
  FUNCTION("mem_flush", "()",
    "Writes the events that are pending now, before COMMIT; how many.",
    "SELECT mem_flush()")
  FUNCTION("mem_touches", "(path, json, …)",
    "For listeners: 1 if the path or anything under it is named in one of the maps or arrays.",
    "SELECT mem_touches('user.name', value, removed) FROM mem_event WHERE key = 'user-42'")
  FUNCTION("mem_pick", "(map, path)",
    "For listeners: the value at a dotted path of an event's map.",
    "SELECT mem_pick(value, 'user.name') FROM mem_event WHERE key = 'user-42'")
  FUNCTION("mem_event_value", "(seq)",
    "The value of the event at a position with all large values in it, where NEW.value has place holders.",
    "SELECT mem_event_value(max(seq)) FROM mem_event")
  FUNCTION("mem_observer", "(on)",
    "1: reads of this connection are not recorded; 0: they are again.",
    "SELECT mem_observer(0)")
  FUNCTION("mem_run_begin", "(key [, input [, mode]])",
    "Begins a run with empty sensory memory; one still open is abandoned (mode 'exclusive': an error). Its number.",
    "SELECT mem_run_begin('user-42', 'What is my name?')")
  FUNCTION("mem_run_end", "(key [, output [, outcome]])",
    "Ends the run: 'completed' (if left out), 'failed' or 'abandoned'; its number.",
    "SELECT mem_run_end('user-42', 'Ada')")
  FUNCTION("mem_rebuild_at", "(key, t [, scope])",
    "All values as they were at t: a time, Unix seconds, an event's id, '#N' for a position, '#last', 'now'.",
    "SELECT mem_rebuild_at('user-42', 'now')")
  FUNCTION("mem_import", "(line)",
    "Takes in a line of mem_export, or of Flink Agents' event log; its event's id here, NULL if it was here already.",
    "SELECT count(mem_import(line)) FROM mem_export")
  FUNCTION("mem_restore", "(key, t [, path [, scope]])",
    "Makes what was at t (of a subtree, if a path is given) the present; how many nodes were not as they are now.",
    "SELECT mem_restore('user-42', '#last')")
  FUNCTION("mem_copy", "(from_key, to_key [, t [, scope]])",
    "Gives another key the state of a key, as it is or was at t, in place of its own; how many nodes.",
    "SELECT mem_copy('user-42', 'user-42-trial')")
  FUNCTION("mem_redact", "(event, path, reason)",
    "Takes a value out of the log and puts a mark in its place; memory stays. How many rows were changed.",
    "SELECT mem_redact(min(seq), 'history.0', 'private') FROM mem_event WHERE mem_touches('history.0', value)")
  FUNCTION("mem_forget", "(key, reason [, options])",
    "Erases a key and its past, empties the WAL, and reports as JSON what was erased and whether files still hold it.",
    "SELECT mem_forget('user-17', 'asked for it')")
  FUNCTION("mem_generation", "(key [, expected])",
    "Which generation of a key there is; it grows when keys are forgotten. An error if it is not the one expected.",
    "SELECT mem_generation('user-42', 1)")
  FUNCTION("mem_prune", "(before [, options_json])",
    "One step of dropping the log before a moment, whose state stays known; JSON of what went and what remains.",
    "SELECT mem_prune('now', '{\"dry_run\":true}')")
  FUNCTION("mem_head", "()",
    "The id of the newest row of the log: saved elsewhere, mem_verify finds by it a log that was cut off.",
    "SELECT mem_head()")
  FUNCTION("mem_config", "(name [, value])",
    "What holds for an option; sets it, or unsets it with NULL.",
    "SELECT mem_config('memory.max-value-bytes')")
  FUNCTION("mem_ack", "(consumer, seq)",
    "Acknowledges the events that mem_consume gave up to this one; how many. 'forget' forgets the consumer: 1, or 0.",
    "SELECT mem_ack('indexer', 'forget')")
  FUNCTION("mem_ttl", "(key, path, ms [, scope])",
    "How long what is written at or under a path lives, in ms (0: for ever; NULL: no rule); nodes dated anew.",
    "SELECT mem_ttl('user-42', 'session', 1800000)")
  FUNCTION("mem_expire", "()",
    "Cleans up what has expired, of all keys; number of nodes and items.",
    "SELECT mem_expire()")
  FUNCTION("mem_clock", "(t)",
    "Fixes this connection's clock, for tests and replays; NULL frees it.",
    "SELECT mem_clock(NULL)")
  FUNCTION("mem_version", "()",
    "The version of memlog.",
    "SELECT mem_version()")
  FUNCTION("mem_debug", "()",
    "Versions of memlog, SQLite, jansson and libuuid, compiler and build flags, as JSON.",
    "SELECT mem_debug()")
  TABLE("mem", "(key [, as_of [, scope [, under]]])",
    "All memory as rows, to read and to write; with arguments that of one key, as it is or was.",
    "SELECT path, value FROM mem('user-42')")
  TABLE("mem_key", "",
    "Who is in this file: nodes and bytes each key holds, how many events, first and last change, open run.",
    "SELECT * FROM mem_key")
  TABLE("mem_context", "(session, user, agent, query [, options_json])",
    "What a model is sent before it answers: the window of a conversation with what is recalled, in one budget.",
    "SELECT role, content FROM mem_context('chat-7', 'user-42', '7', 'What does she drink?')")
  TABLE("mem_lineage", "(of [, direction [, depth]])",
    "Where lineage leads: backward to what a thing depends on, forward to what depends on it, the nearest first.",
    "SELECT depth, edge, entity, id, version FROM mem_lineage('{\"key\":\"user-42\",\"set\":\"notes\",\"id\":\"cup\"}', 'forward')")
  TABLE("mem_deletion", "([id])",
    "What of a deletion is pending and what is proved, part by part; all deletions if none is named.",
    "SELECT count(*) AS parts, sum(pending) AS pending FROM mem_deletion")
  TABLE("mem_lineage_break", "",
    "What lineage lacks, or says that cannot be: no rows means that it is sound.",
    "SELECT count(*) AS breaks FROM mem_lineage_break")
  TABLE("mem_layer", "",
    "How much memory there is in which layer, by key: working, session, user, agent, other long-term memory.",
    "SELECT layer, entries, bytes FROM mem_layer WHERE key = 'user-42'")
  TABLE("mem_metric", "",
    "Numbers about the whole file, by bounded classes: rates, conflicts, lags, durations, bytes.",
    "SELECT name, class, value FROM mem_metric WHERE window = '1h'")
  TABLE("mem_items", "(key [, set [, options_json]])",
    "The items of a key's long-term memory, as they are or were.",
    "SELECT set_name, id, content FROM mem_items('user-42')")
  TABLE("mem_search", "(key, set, query [, limit [, options_json]])",
    "What a key's long-term memory holds on a question, the best first; set NULL: all sets. The query is text, or a vector as a BLOB.",
    "SELECT set_name, id, content, score FROM mem_search('user-42', NULL, 'green tea')")
  TABLE("mem_event", "",
    "The log: one row an event.",
    "SELECT time, type, value FROM mem_event WHERE key = 'user-42' ORDER BY seq DESC LIMIT 10")
  TABLE("mem_journal", "",
    "The log together with the changes that made no event (observed = 0).",
    "SELECT time, type, value, observed FROM mem_journal WHERE key = 'user-42'")
  TABLE("mem_history", "(key [, path [, scope]])",
    "Every change at or under a path, with what was there before and after.",
    "SELECT time, path, change, before, after FROM mem_history('user-42', 'user.name')")
  TABLE("mem_diff", "(key, from, to [, path [, scope]])",
    "What differs between two moments.",
    "SELECT * FROM mem_diff('user-42', '1970-01-01', 'now')")
  TABLE("mem_consume", "(consumer, limit [, lease_ms [, since]])",
    "The next events of a named consumer, leased to this connection until it calls mem_ack or the lease lapses.",
    "SELECT seq, type, key, value FROM mem_consume('indexer', 100)")
  TABLE("mem_session", "",
    "Conversations: whose they are, how many messages they have, how far these were judged, by what, and what went wrong.",
    "SELECT session, messages, pending FROM mem_session")
  TABLE("mem_consumer", "",
    "Who reads the log how far: what is acknowledged and leased, by whom, how many events are to come.",
    "SELECT consumer, acknowledged, lag FROM mem_consumer")
  TABLE("mem_run", "",
    "The runs: input, output, outcome, from when to when.",
    "SELECT * FROM mem_run WHERE key = 'user-42'")
  TABLE("mem_export", "([from_seq [, states]])",
    "The log as lines of JSON, one a row of it: the flat shape of Flink Agents' event log, and what only memlog knows.",
    "SELECT line FROM mem_export")
  TABLE("mem_window", "(session [, options_json])",
    "What a model is to be sent of a conversation: system messages, the summary, the newest messages that fit.",
    "SELECT role, content FROM mem_window('chat-7', '{\"max_tokens\":8000}')")
  TABLE("mem_retain", "",
    "The rules that limit lists.",
    "SELECT key_glob, path, rule FROM mem_retain")
  TABLE("mem_config", "",
    "Every option, what is set, what holds, the default, what it means.",
    "SELECT name, effective FROM mem_config")
  TABLE("mem_ttl", "",
    "The rules of mem_ttl().",
    "SELECT * FROM mem_ttl")
  TABLE("mem_verify", "",
    "One row for each fault of the file; none means that it is sound. With head = an id of mem_head(): a cut tail, too.",
    "SELECT * FROM mem_verify")
  TABLE("mem_help", "([name])",
    "This table: every function and table, or those of one name.",
    "SELECT signature, meaning, example FROM mem_help('mem_set')")
  {NULL, NULL, NULL, NULL, NULL},
};
/* clang-format on */
