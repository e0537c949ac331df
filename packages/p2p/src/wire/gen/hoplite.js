/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "protobufjs/minimal.js";

// Common aliases
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

// Exported root namespace
const $root = $protobuf.roots["hoplite"] || ($protobuf.roots["hoplite"] = {});

export const hoplite = $root.hoplite = (() => {

    /**
     * Namespace hoplite.
     * @exports hoplite
     * @namespace
     */
    const hoplite = {};

    hoplite.v1 = (function() {

        /**
         * Namespace v1.
         * @memberof hoplite
         * @namespace
         */
        const v1 = {};

        v1.Refusal = (function() {

            /**
             * Properties of a Refusal.
             * @typedef {Object} hoplite.v1.Refusal.$Properties
             * @property {string|null} [reason] One of the reasons of docs/stop-reasons.md, spelled exactly so.
             * @property {string|null} [detail] A sentence for a person.
             * @property {Array.<string>|null} [path] The peers along which it went, the one that was not reached last (peer IDs).
             * @property {number|null} [retryAfter] Milliseconds to wait before a *different* attempt is worth it; 0: none.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Refusal.
             * @memberof hoplite.v1
             * @interface IRefusal
             * @augments hoplite.v1.Refusal.$Properties
             * @deprecated Use hoplite.v1.Refusal.$Properties instead.
             */

            /**
             * Shape of a Refusal.
             * @typedef {hoplite.v1.Refusal.$Properties} hoplite.v1.Refusal.$Shape
             */

            /**
             * Constructs a new Refusal.
             * @memberof hoplite.v1
             * @classdesc A typed, terminal "no". Data for the runtime of the sender; never text for a model to reply to.
             * @constructor
             * @param {hoplite.v1.Refusal.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Refusal = function (properties) {
                this.path = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * One of the reasons of docs/stop-reasons.md, spelled exactly so.
             * @member {string} reason
             * @memberof hoplite.v1.Refusal
             * @instance
             */
            Refusal.prototype.reason = "";

            /**
             * A sentence for a person.
             * @member {string} detail
             * @memberof hoplite.v1.Refusal
             * @instance
             */
            Refusal.prototype.detail = "";

            /**
             * The peers along which it went, the one that was not reached last (peer IDs).
             * @member {Array.<string>} path
             * @memberof hoplite.v1.Refusal
             * @instance
             */
            Refusal.prototype.path = $util.emptyArray;

            /**
             * Milliseconds to wait before a *different* attempt is worth it; 0: none.
             * @member {number} retryAfter
             * @memberof hoplite.v1.Refusal
             * @instance
             */
            Refusal.prototype.retryAfter = 0;

            /**
             * Encodes the specified Refusal message. Does not implicitly {@link hoplite.v1.Refusal.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Refusal
             * @static
             * @param {hoplite.v1.Refusal.$Properties} message Refusal message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Refusal.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.reason);
                if (message.detail != null && $Object.hasOwnProperty.call(message, "detail") && message.detail !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.detail);
                if (message.path != null && message.path.length)
                    for (let i = 0; i < message.path.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.path[i]);
                if (message.retryAfter != null && $Object.hasOwnProperty.call(message, "retryAfter") && message.retryAfter !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.retryAfter);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Refusal message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Refusal
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Refusal & hoplite.v1.Refusal.$Shape} Refusal
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Refusal.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Refusal();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.detail = value;
                            else
                                delete message.detail;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.path && message.path.length))
                                message.path = [];
                            message.path.push(reader.stringVerify());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.retryAfter = value;
                            else
                                delete message.retryAfter;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Refusal;
        })();

        v1.Stop = (function() {

            /**
             * Properties of a Stop.
             * @typedef {Object} hoplite.v1.Stop.$Properties
             * @property {string|null} [reason] Stop reason
             * @property {Array.<string>|null} [path] Stop path
             * @property {Uint8Array|null} [briefHash] SHA-256 of what was to be sent and to whom, see docs/wire.md; 32 bytes, or absent.
             * @property {string|null} [payload] The beginning of what was to be said, at most 4,096 bytes; only the first stop of a settlement carries it.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Stop.
             * @memberof hoplite.v1
             * @interface IStop
             * @augments hoplite.v1.Stop.$Properties
             * @deprecated Use hoplite.v1.Stop.$Properties instead.
             */

            /**
             * Shape of a Stop.
             * @typedef {hoplite.v1.Stop.$Properties} hoplite.v1.Stop.$Shape
             */

            /**
             * Constructs a new Stop.
             * @memberof hoplite.v1
             * @classdesc Somewhere below, a brake stopped something.
             * @constructor
             * @param {hoplite.v1.Stop.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Stop = function (properties) {
                this.path = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Stop reason.
             * @member {string} reason
             * @memberof hoplite.v1.Stop
             * @instance
             */
            Stop.prototype.reason = "";

            /**
             * Stop path.
             * @member {Array.<string>} path
             * @memberof hoplite.v1.Stop
             * @instance
             */
            Stop.prototype.path = $util.emptyArray;

            /**
             * SHA-256 of what was to be sent and to whom, see docs/wire.md; 32 bytes, or absent.
             * @member {Uint8Array} briefHash
             * @memberof hoplite.v1.Stop
             * @instance
             */
            Stop.prototype.briefHash = $util.newBuffer([]);

            /**
             * The beginning of what was to be said, at most 4,096 bytes; only the first stop of a settlement carries it.
             * @member {string} payload
             * @memberof hoplite.v1.Stop
             * @instance
             */
            Stop.prototype.payload = "";

            /**
             * Encodes the specified Stop message. Does not implicitly {@link hoplite.v1.Stop.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Stop
             * @static
             * @param {hoplite.v1.Stop.$Properties} message Stop message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Stop.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.reason);
                if (message.path != null && message.path.length)
                    for (let i = 0; i < message.path.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.path[i]);
                if (message.briefHash != null && $Object.hasOwnProperty.call(message, "briefHash") && message.briefHash.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.briefHash);
                if (message.payload != null && $Object.hasOwnProperty.call(message, "payload") && message.payload !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.payload);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Stop message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Stop
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Stop & hoplite.v1.Stop.$Shape} Stop
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Stop.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Stop();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.path && message.path.length))
                                message.path = [];
                            message.path.push(reader.stringVerify());
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.briefHash = value;
                            else
                                delete message.briefHash;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.payload = value;
                            else
                                delete message.payload;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Stop;
        })();

        v1.Settlement = (function() {

            /**
             * Properties of a Settlement.
             * @typedef {Object} hoplite.v1.Settlement.$Properties
             * @property {number|null} [returned] Settlement returned
             * @property {number|null} [burnt] Settlement burnt
             * @property {number|null} [open] Settlement open
             * @property {Array.<string>|null} [path] The longest path of peers that the subtree took.
             * @property {Array.<hoplite.v1.Stop.$Properties>|null} [stops] At most eight; `stop_count` counts them all.
             * @property {number|null} [stopCount] Settlement stopCount
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Settlement.
             * @memberof hoplite.v1
             * @interface ISettlement
             * @augments hoplite.v1.Settlement.$Properties
             * @deprecated Use hoplite.v1.Settlement.$Properties instead.
             */

            /**
             * Shape of a Settlement.
             * @typedef {hoplite.v1.Settlement.$Properties} hoplite.v1.Settlement.$Shape
             */

            /**
             * Constructs a new Settlement.
             * @memberof hoplite.v1
             * @classdesc What became of a grant, in totals so far: returned + burnt + open = granted. Final when `open` is 0.
             * @constructor
             * @param {hoplite.v1.Settlement.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Settlement = function (properties) {
                this.path = [];
                this.stops = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Settlement returned.
             * @member {number} returned
             * @memberof hoplite.v1.Settlement
             * @instance
             */
            Settlement.prototype.returned = 0;

            /**
             * Settlement burnt.
             * @member {number} burnt
             * @memberof hoplite.v1.Settlement
             * @instance
             */
            Settlement.prototype.burnt = 0;

            /**
             * Settlement open.
             * @member {number} open
             * @memberof hoplite.v1.Settlement
             * @instance
             */
            Settlement.prototype.open = 0;

            /**
             * The longest path of peers that the subtree took.
             * @member {Array.<string>} path
             * @memberof hoplite.v1.Settlement
             * @instance
             */
            Settlement.prototype.path = $util.emptyArray;

            /**
             * At most eight; `stop_count` counts them all.
             * @member {Array.<hoplite.v1.Stop.$Properties>} stops
             * @memberof hoplite.v1.Settlement
             * @instance
             */
            Settlement.prototype.stops = $util.emptyArray;

            /**
             * Settlement stopCount.
             * @member {number} stopCount
             * @memberof hoplite.v1.Settlement
             * @instance
             */
            Settlement.prototype.stopCount = 0;

            /**
             * Encodes the specified Settlement message. Does not implicitly {@link hoplite.v1.Settlement.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Settlement
             * @static
             * @param {hoplite.v1.Settlement.$Properties} message Settlement message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Settlement.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.returned != null && $Object.hasOwnProperty.call(message, "returned") && message.returned !== 0)
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.returned);
                if (message.burnt != null && $Object.hasOwnProperty.call(message, "burnt") && message.burnt !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.burnt);
                if (message.open != null && $Object.hasOwnProperty.call(message, "open") && message.open !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.open);
                if (message.path != null && message.path.length)
                    for (let i = 0; i < message.path.length; ++i)
                        writer.uint32(/* id 4, wireType 2 =*/34).string(message.path[i]);
                if (message.stops != null && message.stops.length)
                    for (let i = 0; i < message.stops.length; ++i)
                        $root.hoplite.v1.Stop.encode(message.stops[i], writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.stopCount != null && $Object.hasOwnProperty.call(message, "stopCount") && message.stopCount !== 0)
                    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.stopCount);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Settlement message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Settlement
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Settlement & hoplite.v1.Settlement.$Shape} Settlement
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Settlement.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Settlement();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.returned = value;
                            else
                                delete message.returned;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.burnt = value;
                            else
                                delete message.burnt;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.open = value;
                            else
                                delete message.open;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.path && message.path.length))
                                message.path = [];
                            message.path.push(reader.stringVerify());
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if (!(message.stops && message.stops.length))
                                message.stops = [];
                            message.stops.push($root.hoplite.v1.Stop.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.stopCount = value;
                            else
                                delete message.stopCount;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Settlement;
        })();

        v1.Frame = (function() {

            /**
             * Properties of a Frame.
             * @typedef {Object} hoplite.v1.Frame.$Properties
             * @property {hoplite.v1.Request.$Properties|null} [request] Frame request
             * @property {hoplite.v1.Accepted.$Properties|null} [accepted] Frame accepted
             * @property {hoplite.v1.Progress.$Properties|null} [progress] Frame progress
             * @property {hoplite.v1.Answer.$Properties|null} [answer] Frame answer
             * @property {hoplite.v1.Refused.$Properties|null} [refused] Frame refused
             * @property {hoplite.v1.Cancel.$Properties|null} [cancel] Frame cancel
             * @property {hoplite.v1.Settled.$Properties|null} [settled] Frame settled
             * @property {hoplite.v1.NoticeFrame.$Properties|null} [notice] Not 8: the corpus has it for a kind that nobody knows.
             * @property {hoplite.v1.History.$Properties|null} [history] Frame history
             * @property {hoplite.v1.Posts.$Properties|null} [posts] Frame posts
             * @property {"request"|"accepted"|"progress"|"answer"|"refused"|"cancel"|"settled"|"notice"|"history"|"posts"} [kind] Frame kind
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Frame.
             * @memberof hoplite.v1
             * @interface IFrame
             * @augments hoplite.v1.Frame.$Properties
             * @deprecated Use hoplite.v1.Frame.$Properties instead.
             */

            /**
             * Narrowed shape of a Frame.
             * @typedef {{
             *   request?: hoplite.v1.Request.$Shape|null;
             *   accepted?: hoplite.v1.Accepted.$Shape|null;
             *   progress?: hoplite.v1.Progress.$Shape|null;
             *   answer?: hoplite.v1.Answer.$Shape|null;
             *   refused?: hoplite.v1.Refused.$Shape|null;
             *   cancel?: hoplite.v1.Cancel.$Shape|null;
             *   settled?: hoplite.v1.Settled.$Shape|null;
             *   notice?: hoplite.v1.NoticeFrame.$Shape|null;
             *   history?: hoplite.v1.History.$Shape|null;
             *   posts?: hoplite.v1.Posts.$Shape|null;
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ kind?: undefined; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "request"; request: hoplite.v1.Request.$Shape; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "accepted"; request?: null; accepted: hoplite.v1.Accepted.$Shape; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "progress"; request?: null; accepted?: null; progress: hoplite.v1.Progress.$Shape; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "answer"; request?: null; accepted?: null; progress?: null; answer: hoplite.v1.Answer.$Shape; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "refused"; request?: null; accepted?: null; progress?: null; answer?: null; refused: hoplite.v1.Refused.$Shape; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "cancel"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel: hoplite.v1.Cancel.$Shape; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "settled"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled: hoplite.v1.Settled.$Shape; notice?: null; history?: null; posts?: null }|{ kind?: "notice"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice: hoplite.v1.NoticeFrame.$Shape; history?: null; posts?: null }|{ kind?: "history"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history: hoplite.v1.History.$Shape; posts?: null }|{ kind?: "posts"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts: hoplite.v1.Posts.$Shape })
             * )} hoplite.v1.Frame.$Shape
             */

            /**
             * Constructs a new Frame.
             * @memberof hoplite.v1
             * @classdesc Represents a Frame.
             * @constructor
             * @param {hoplite.v1.Frame.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Frame = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Frame request.
             * @member {hoplite.v1.Request.$Properties|null|undefined} request
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.request = null;

            /**
             * Frame accepted.
             * @member {hoplite.v1.Accepted.$Properties|null|undefined} accepted
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.accepted = null;

            /**
             * Frame progress.
             * @member {hoplite.v1.Progress.$Properties|null|undefined} progress
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.progress = null;

            /**
             * Frame answer.
             * @member {hoplite.v1.Answer.$Properties|null|undefined} answer
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.answer = null;

            /**
             * Frame refused.
             * @member {hoplite.v1.Refused.$Properties|null|undefined} refused
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.refused = null;

            /**
             * Frame cancel.
             * @member {hoplite.v1.Cancel.$Properties|null|undefined} cancel
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.cancel = null;

            /**
             * Frame settled.
             * @member {hoplite.v1.Settled.$Properties|null|undefined} settled
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.settled = null;

            /**
             * Not 8: the corpus has it for a kind that nobody knows.
             * @member {hoplite.v1.NoticeFrame.$Properties|null|undefined} notice
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.notice = null;

            /**
             * Frame history.
             * @member {hoplite.v1.History.$Properties|null|undefined} history
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.history = null;

            /**
             * Frame posts.
             * @member {hoplite.v1.Posts.$Properties|null|undefined} posts
             * @memberof hoplite.v1.Frame
             * @instance
             */
            Frame.prototype.posts = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * Frame kind.
             * @member {"request"|"accepted"|"progress"|"answer"|"refused"|"cancel"|"settled"|"notice"|"history"|"posts"|undefined} kind
             * @memberof hoplite.v1.Frame
             * @instance
             */
            $Object.defineProperty(Frame.prototype, "kind", {
                get: $util.oneOfGetter($oneOfFields = ["request", "accepted", "progress", "answer", "refused", "cancel", "settled", "notice", "history", "posts"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Encodes the specified Frame message. Does not implicitly {@link hoplite.v1.Frame.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Frame
             * @static
             * @param {hoplite.v1.Frame.$Properties} message Frame message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Frame.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.request != null && $Object.hasOwnProperty.call(message, "request"))
                    $root.hoplite.v1.Request.encode(message.request, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.accepted != null && $Object.hasOwnProperty.call(message, "accepted"))
                    $root.hoplite.v1.Accepted.encode(message.accepted, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.progress != null && $Object.hasOwnProperty.call(message, "progress"))
                    $root.hoplite.v1.Progress.encode(message.progress, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.answer != null && $Object.hasOwnProperty.call(message, "answer"))
                    $root.hoplite.v1.Answer.encode(message.answer, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.refused != null && $Object.hasOwnProperty.call(message, "refused"))
                    $root.hoplite.v1.Refused.encode(message.refused, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.cancel != null && $Object.hasOwnProperty.call(message, "cancel"))
                    $root.hoplite.v1.Cancel.encode(message.cancel, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.settled != null && $Object.hasOwnProperty.call(message, "settled"))
                    $root.hoplite.v1.Settled.encode(message.settled, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
                if (message.notice != null && $Object.hasOwnProperty.call(message, "notice"))
                    $root.hoplite.v1.NoticeFrame.encode(message.notice, writer.uint32(/* id 9, wireType 2 =*/74).fork(), _depth + 1).ldelim();
                if (message.history != null && $Object.hasOwnProperty.call(message, "history"))
                    $root.hoplite.v1.History.encode(message.history, writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
                if (message.posts != null && $Object.hasOwnProperty.call(message, "posts"))
                    $root.hoplite.v1.Posts.encode(message.posts, writer.uint32(/* id 11, wireType 2 =*/90).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Frame message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Frame
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Frame & hoplite.v1.Frame.$Shape} Frame
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Frame.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Frame();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.request = $root.hoplite.v1.Request.decode(reader, reader.size(), $undefined, _depth + 1, message.request);
                            message.kind = "request";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.accepted = $root.hoplite.v1.Accepted.decode(reader, reader.size(), $undefined, _depth + 1, message.accepted);
                            message.kind = "accepted";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.progress = $root.hoplite.v1.Progress.decode(reader, reader.size(), $undefined, _depth + 1, message.progress);
                            message.kind = "progress";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.answer = $root.hoplite.v1.Answer.decode(reader, reader.size(), $undefined, _depth + 1, message.answer);
                            message.kind = "answer";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.refused = $root.hoplite.v1.Refused.decode(reader, reader.size(), $undefined, _depth + 1, message.refused);
                            message.kind = "refused";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.cancel = $root.hoplite.v1.Cancel.decode(reader, reader.size(), $undefined, _depth + 1, message.cancel);
                            message.kind = "cancel";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.settled = $root.hoplite.v1.Settled.decode(reader, reader.size(), $undefined, _depth + 1, message.settled);
                            message.kind = "settled";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.notice = $root.hoplite.v1.NoticeFrame.decode(reader, reader.size(), $undefined, _depth + 1, message.notice);
                            message.kind = "notice";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.history = $root.hoplite.v1.History.decode(reader, reader.size(), $undefined, _depth + 1, message.history);
                            message.kind = "history";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.posts = $root.hoplite.v1.Posts.decode(reader, reader.size(), $undefined, _depth + 1, message.posts);
                            message.kind = "posts";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Frame;
        })();

        v1.Request = (function() {

            /**
             * Properties of a Request.
             * @typedef {Object} hoplite.v1.Request.$Properties
             * @property {string|null} [id] Request id
             * @property {Uint8Array|null} [envelope] Request envelope
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Request.
             * @memberof hoplite.v1
             * @interface IRequest
             * @augments hoplite.v1.Request.$Properties
             * @deprecated Use hoplite.v1.Request.$Properties instead.
             */

            /**
             * Shape of a Request.
             * @typedef {hoplite.v1.Request.$Properties} hoplite.v1.Request.$Shape
             */

            /**
             * Constructs a new Request.
             * @memberof hoplite.v1
             * @classdesc An Envelope with an obliging act. Sent again with the same id after a drop.
             * @constructor
             * @param {hoplite.v1.Request.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Request = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Request id.
             * @member {string} id
             * @memberof hoplite.v1.Request
             * @instance
             */
            Request.prototype.id = "";

            /**
             * Request envelope.
             * @member {Uint8Array} envelope
             * @memberof hoplite.v1.Request
             * @instance
             */
            Request.prototype.envelope = $util.newBuffer([]);

            /**
             * Encodes the specified Request message. Does not implicitly {@link hoplite.v1.Request.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Request
             * @static
             * @param {hoplite.v1.Request.$Properties} message Request message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Request.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.envelope != null && $Object.hasOwnProperty.call(message, "envelope") && message.envelope.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.envelope);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Request message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Request
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Request & hoplite.v1.Request.$Shape} Request
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Request.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Request();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.envelope = value;
                            else
                                delete message.envelope;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Request;
        })();

        v1.Accepted = (function() {

            /**
             * Properties of an Accepted.
             * @typedef {Object} hoplite.v1.Accepted.$Properties
             * @property {string|null} [id] Accepted id
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Accepted.
             * @memberof hoplite.v1
             * @interface IAccepted
             * @augments hoplite.v1.Accepted.$Properties
             * @deprecated Use hoplite.v1.Accepted.$Properties instead.
             */

            /**
             * Shape of an Accepted.
             * @typedef {hoplite.v1.Accepted.$Properties} hoplite.v1.Accepted.$Shape
             */

            /**
             * Constructs a new Accepted.
             * @memberof hoplite.v1
             * @classdesc The request is recorded; an answer will come.
             * @constructor
             * @param {hoplite.v1.Accepted.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Accepted = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Accepted id.
             * @member {string} id
             * @memberof hoplite.v1.Accepted
             * @instance
             */
            Accepted.prototype.id = "";

            /**
             * Encodes the specified Accepted message. Does not implicitly {@link hoplite.v1.Accepted.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Accepted
             * @static
             * @param {hoplite.v1.Accepted.$Properties} message Accepted message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Accepted.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Accepted message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Accepted
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Accepted & hoplite.v1.Accepted.$Shape} Accepted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Accepted.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Accepted();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Accepted;
        })();

        v1.Progress = (function() {

            /**
             * Properties of a Progress.
             * @typedef {Object} hoplite.v1.Progress.$Properties
             * @property {string|null} [id] Progress id
             * @property {string|null} [note] Progress note
             * @property {number|null} [fraction] 0 to 1, or negative when not known.
             * @property {Uint8Array|null} [tick] A Tick, at most 4,096 bytes: read by itself, so that one that cannot be read takes nothing else with it.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Progress.
             * @memberof hoplite.v1
             * @interface IProgress
             * @augments hoplite.v1.Progress.$Properties
             * @deprecated Use hoplite.v1.Progress.$Properties instead.
             */

            /**
             * Shape of a Progress.
             * @typedef {hoplite.v1.Progress.$Properties} hoplite.v1.Progress.$Shape
             */

            /**
             * Constructs a new Progress.
             * @memberof hoplite.v1
             * @classdesc Represents a Progress.
             * @constructor
             * @param {hoplite.v1.Progress.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Progress = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Progress id.
             * @member {string} id
             * @memberof hoplite.v1.Progress
             * @instance
             */
            Progress.prototype.id = "";

            /**
             * Progress note.
             * @member {string} note
             * @memberof hoplite.v1.Progress
             * @instance
             */
            Progress.prototype.note = "";

            /**
             * 0 to 1, or negative when not known.
             * @member {number} fraction
             * @memberof hoplite.v1.Progress
             * @instance
             */
            Progress.prototype.fraction = 0;

            /**
             * A Tick, at most 4,096 bytes: read by itself, so that one that cannot be read takes nothing else with it.
             * @member {Uint8Array} tick
             * @memberof hoplite.v1.Progress
             * @instance
             */
            Progress.prototype.tick = $util.newBuffer([]);

            /**
             * Encodes the specified Progress message. Does not implicitly {@link hoplite.v1.Progress.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Progress
             * @static
             * @param {hoplite.v1.Progress.$Properties} message Progress message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Progress.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.note != null && $Object.hasOwnProperty.call(message, "note") && message.note !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.note);
                if (message.fraction != null && $Object.hasOwnProperty.call(message, "fraction") && !$Object.is(message.fraction, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.fraction);
                if (message.tick != null && $Object.hasOwnProperty.call(message, "tick") && message.tick.length)
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.tick);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Progress message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Progress
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Progress & hoplite.v1.Progress.$Shape} Progress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Progress.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Progress();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.note = value;
                            else
                                delete message.note;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.fraction = value;
                            else
                                delete message.fraction;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.tick = value;
                            else
                                delete message.tick;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Progress;
        })();

        /**
         * What a Tick's goal distance is.
         * @name hoplite.v1.Goal
         * @enum {number}
         * @property {number} GOAL_UNSPECIFIED=0 GOAL_UNSPECIFIED value
         * @property {number} GOAL_REPORTED=1 As the agent says.
         * @property {number} GOAL_OBLIGATIONS=2 The obligations that are open, counted by the runtime.
         */
        v1.Goal = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "GOAL_UNSPECIFIED"] = 0;
            values[valuesById[1] = "GOAL_REPORTED"] = 1;
            values[valuesById[2] = "GOAL_OBLIGATIONS"] = 2;
            return values;
        })();

        v1.Tick = (function() {

            /**
             * Properties of a Tick.
             * @typedef {Object} hoplite.v1.Tick.$Properties
             * @property {string|null} [peer] Peer ID of the participant.
             * @property {number|null} [at] Milliseconds since the Unix epoch, by the participant's clock.
             * @property {number|null} [enabledTransitions] Turns of the job that can go on there; a turn that waits cannot.
             * @property {number|null} [fired] Steps since its last tick.
             * @property {Uint8Array|null} [state] SHA-256 of the canonical state that the last step led to: 32 bytes.
             * @property {number|null} [goalDistance] What is left to do; not negative.
             * @property {hoplite.v1.Goal|null} [goal] Tick goal
             * @property {Array.<string>|null} [waitFor] Peer IDs that turns of the job wait for there; at most 16.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Tick.
             * @memberof hoplite.v1
             * @interface ITick
             * @augments hoplite.v1.Tick.$Properties
             * @deprecated Use hoplite.v1.Tick.$Properties instead.
             */

            /**
             * Shape of a Tick.
             * @typedef {hoplite.v1.Tick.$Properties} hoplite.v1.Tick.$Shape
             */

            /**
             * Constructs a new Tick.
             * @memberof hoplite.v1
             * @classdesc A step that a participant of a job has made: telemetry for the monitor at the job's origin, handed on by each peer on the
             * way there. From the runtime, not the agent.
             * @constructor
             * @param {hoplite.v1.Tick.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Tick = function (properties) {
                this.waitFor = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Peer ID of the participant.
             * @member {string} peer
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.peer = "";

            /**
             * Milliseconds since the Unix epoch, by the participant's clock.
             * @member {number} at
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.at = 0;

            /**
             * Turns of the job that can go on there; a turn that waits cannot.
             * @member {number} enabledTransitions
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.enabledTransitions = 0;

            /**
             * Steps since its last tick.
             * @member {number} fired
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.fired = 0;

            /**
             * SHA-256 of the canonical state that the last step led to: 32 bytes.
             * @member {Uint8Array} state
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.state = $util.newBuffer([]);

            /**
             * What is left to do; not negative.
             * @member {number} goalDistance
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.goalDistance = 0;

            /**
             * Tick goal.
             * @member {hoplite.v1.Goal} goal
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.goal = 0;

            /**
             * Peer IDs that turns of the job wait for there; at most 16.
             * @member {Array.<string>} waitFor
             * @memberof hoplite.v1.Tick
             * @instance
             */
            Tick.prototype.waitFor = $util.emptyArray;

            /**
             * Encodes the specified Tick message. Does not implicitly {@link hoplite.v1.Tick.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Tick
             * @static
             * @param {hoplite.v1.Tick.$Properties} message Tick message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Tick.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.peer != null && $Object.hasOwnProperty.call(message, "peer") && message.peer !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.peer);
                if (message.at != null && $Object.hasOwnProperty.call(message, "at") && !$Object.is(message.at, 0))
                    writer.uint32(/* id 2, wireType 1 =*/17).double(message.at);
                if (message.enabledTransitions != null && $Object.hasOwnProperty.call(message, "enabledTransitions") && message.enabledTransitions !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.enabledTransitions);
                if (message.fired != null && $Object.hasOwnProperty.call(message, "fired") && message.fired !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.fired);
                if (message.state != null && $Object.hasOwnProperty.call(message, "state") && message.state.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.state);
                if (message.goalDistance != null && $Object.hasOwnProperty.call(message, "goalDistance") && !$Object.is(message.goalDistance, 0))
                    writer.uint32(/* id 6, wireType 1 =*/49).double(message.goalDistance);
                if (message.goal != null && $Object.hasOwnProperty.call(message, "goal") && message.goal !== 0)
                    writer.uint32(/* id 7, wireType 0 =*/56).int32(message.goal);
                if (message.waitFor != null && message.waitFor.length)
                    for (let i = 0; i < message.waitFor.length; ++i)
                        writer.uint32(/* id 8, wireType 2 =*/66).string(message.waitFor[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Tick message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Tick
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Tick & hoplite.v1.Tick.$Shape} Tick
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Tick.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Tick();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.peer = value;
                            else
                                delete message.peer;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.at = value;
                            else
                                delete message.at;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.enabledTransitions = value;
                            else
                                delete message.enabledTransitions;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.fired = value;
                            else
                                delete message.fired;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.state = value;
                            else
                                delete message.state;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.goalDistance = value;
                            else
                                delete message.goalDistance;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.goal = value;
                            else
                                delete message.goal;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            if (!(message.waitFor && message.waitFor.length))
                                message.waitFor = [];
                            message.waitFor.push(reader.stringVerify());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Tick;
        })();

        v1.Answer = (function() {

            /**
             * Properties of an Answer.
             * @typedef {Object} hoplite.v1.Answer.$Properties
             * @property {string|null} [id] Answer id
             * @property {Uint8Array|null} [envelope] Answer envelope
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Answer.
             * @memberof hoplite.v1
             * @interface IAnswer
             * @augments hoplite.v1.Answer.$Properties
             * @deprecated Use hoplite.v1.Answer.$Properties instead.
             */

            /**
             * Shape of an Answer.
             * @typedef {hoplite.v1.Answer.$Properties} hoplite.v1.Answer.$Shape
             */

            /**
             * Constructs a new Answer.
             * @memberof hoplite.v1
             * @classdesc An Envelope with a terminal act: the one answer.
             * @constructor
             * @param {hoplite.v1.Answer.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Answer = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Answer id.
             * @member {string} id
             * @memberof hoplite.v1.Answer
             * @instance
             */
            Answer.prototype.id = "";

            /**
             * Answer envelope.
             * @member {Uint8Array} envelope
             * @memberof hoplite.v1.Answer
             * @instance
             */
            Answer.prototype.envelope = $util.newBuffer([]);

            /**
             * Encodes the specified Answer message. Does not implicitly {@link hoplite.v1.Answer.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Answer
             * @static
             * @param {hoplite.v1.Answer.$Properties} message Answer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Answer.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.envelope != null && $Object.hasOwnProperty.call(message, "envelope") && message.envelope.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.envelope);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Answer message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Answer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Answer & hoplite.v1.Answer.$Shape} Answer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Answer.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Answer();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.envelope = value;
                            else
                                delete message.envelope;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Answer;
        })();

        v1.Refused = (function() {

            /**
             * Properties of a Refused.
             * @typedef {Object} hoplite.v1.Refused.$Properties
             * @property {string|null} [id] Refused id
             * @property {hoplite.v1.Refusal.$Properties|null} [refusal] Refused refusal
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Refused.
             * @memberof hoplite.v1
             * @interface IRefused
             * @augments hoplite.v1.Refused.$Properties
             * @deprecated Use hoplite.v1.Refused.$Properties instead.
             */

            /**
             * Shape of a Refused.
             * @typedef {hoplite.v1.Refused.$Properties} hoplite.v1.Refused.$Shape
             */

            /**
             * Constructs a new Refused.
             * @memberof hoplite.v1
             * @classdesc The request was not accepted; nothing ran.
             * @constructor
             * @param {hoplite.v1.Refused.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Refused = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Refused id.
             * @member {string} id
             * @memberof hoplite.v1.Refused
             * @instance
             */
            Refused.prototype.id = "";

            /**
             * Refused refusal.
             * @member {hoplite.v1.Refusal.$Properties|null|undefined} refusal
             * @memberof hoplite.v1.Refused
             * @instance
             */
            Refused.prototype.refusal = null;

            /**
             * Encodes the specified Refused message. Does not implicitly {@link hoplite.v1.Refused.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Refused
             * @static
             * @param {hoplite.v1.Refused.$Properties} message Refused message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Refused.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.refusal != null && $Object.hasOwnProperty.call(message, "refusal"))
                    $root.hoplite.v1.Refusal.encode(message.refusal, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Refused message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Refused
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Refused & hoplite.v1.Refused.$Shape} Refused
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Refused.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Refused();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.refusal = $root.hoplite.v1.Refusal.decode(reader, reader.size(), $undefined, _depth + 1, message.refusal);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Refused;
        })();

        v1.Cancel = (function() {

            /**
             * Properties of a Cancel.
             * @typedef {Object} hoplite.v1.Cancel.$Properties
             * @property {string|null} [id] Cancel id
             * @property {string|null} [reason] Cancel reason
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Cancel.
             * @memberof hoplite.v1
             * @interface ICancel
             * @augments hoplite.v1.Cancel.$Properties
             * @deprecated Use hoplite.v1.Cancel.$Properties instead.
             */

            /**
             * Shape of a Cancel.
             * @typedef {hoplite.v1.Cancel.$Properties} hoplite.v1.Cancel.$Shape
             */

            /**
             * Constructs a new Cancel.
             * @memberof hoplite.v1
             * @classdesc The sender of the request no longer wants it.
             * @constructor
             * @param {hoplite.v1.Cancel.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Cancel = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Cancel id.
             * @member {string} id
             * @memberof hoplite.v1.Cancel
             * @instance
             */
            Cancel.prototype.id = "";

            /**
             * Cancel reason.
             * @member {string} reason
             * @memberof hoplite.v1.Cancel
             * @instance
             */
            Cancel.prototype.reason = "";

            /**
             * Encodes the specified Cancel message. Does not implicitly {@link hoplite.v1.Cancel.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Cancel
             * @static
             * @param {hoplite.v1.Cancel.$Properties} message Cancel message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Cancel.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.reason);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Cancel message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Cancel
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Cancel & hoplite.v1.Cancel.$Shape} Cancel
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Cancel.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Cancel();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Cancel;
        })();

        v1.Settled = (function() {

            /**
             * Properties of a Settled.
             * @typedef {Object} hoplite.v1.Settled.$Properties
             * @property {string|null} [id] Settled id
             * @property {hoplite.v1.Settlement.$Properties|null} [settlement] Settled settlement
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Settled.
             * @memberof hoplite.v1
             * @interface ISettled
             * @augments hoplite.v1.Settled.$Properties
             * @deprecated Use hoplite.v1.Settled.$Properties instead.
             */

            /**
             * Shape of a Settled.
             * @typedef {hoplite.v1.Settled.$Properties} hoplite.v1.Settled.$Shape
             */

            /**
             * Constructs a new Settled.
             * @memberof hoplite.v1
             * @classdesc What became of credit that was still open when the answer was sent. From the answering peer, after its answer.
             * @constructor
             * @param {hoplite.v1.Settled.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Settled = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Settled id.
             * @member {string} id
             * @memberof hoplite.v1.Settled
             * @instance
             */
            Settled.prototype.id = "";

            /**
             * Settled settlement.
             * @member {hoplite.v1.Settlement.$Properties|null|undefined} settlement
             * @memberof hoplite.v1.Settled
             * @instance
             */
            Settled.prototype.settlement = null;

            /**
             * Encodes the specified Settled message. Does not implicitly {@link hoplite.v1.Settled.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Settled
             * @static
             * @param {hoplite.v1.Settled.$Properties} message Settled message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Settled.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.settlement != null && $Object.hasOwnProperty.call(message, "settlement"))
                    $root.hoplite.v1.Settlement.encode(message.settlement, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Settled message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Settled
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Settled & hoplite.v1.Settled.$Shape} Settled
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Settled.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Settled();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.settlement = $root.hoplite.v1.Settlement.decode(reader, reader.size(), $undefined, _depth + 1, message.settlement);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Settled;
        })();

        v1.NoticeFrame = (function() {

            /**
             * Properties of a NoticeFrame.
             * @typedef {Object} hoplite.v1.NoticeFrame.$Properties
             * @property {Uint8Array|null} [notice] NoticeFrame notice
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a NoticeFrame.
             * @memberof hoplite.v1
             * @interface INoticeFrame
             * @augments hoplite.v1.NoticeFrame.$Properties
             * @deprecated Use hoplite.v1.NoticeFrame.$Properties instead.
             */

            /**
             * Shape of a NoticeFrame.
             * @typedef {hoplite.v1.NoticeFrame.$Properties} hoplite.v1.NoticeFrame.$Shape
             */

            /**
             * Constructs a new NoticeFrame.
             * @memberof hoplite.v1
             * @classdesc A SignedNotice, on /hoplite/task/1 only. From either side; it belongs to no request.
             * @constructor
             * @param {hoplite.v1.NoticeFrame.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const NoticeFrame = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * NoticeFrame notice.
             * @member {Uint8Array} notice
             * @memberof hoplite.v1.NoticeFrame
             * @instance
             */
            NoticeFrame.prototype.notice = $util.newBuffer([]);

            /**
             * Encodes the specified NoticeFrame message. Does not implicitly {@link hoplite.v1.NoticeFrame.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.NoticeFrame
             * @static
             * @param {hoplite.v1.NoticeFrame.$Properties} message NoticeFrame message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            NoticeFrame.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.notice != null && $Object.hasOwnProperty.call(message, "notice") && message.notice.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.notice);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a NoticeFrame message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.NoticeFrame
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.NoticeFrame & hoplite.v1.NoticeFrame.$Shape} NoticeFrame
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            NoticeFrame.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.NoticeFrame();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.notice = value;
                            else
                                delete message.notice;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return NoticeFrame;
        })();

        v1.History = (function() {

            /**
             * Properties of a History.
             * @typedef {Object} hoplite.v1.History.$Properties
             * @property {string|null} [id] History id
             * @property {string|null} [room] History room
             * @property {number|null} [since] Milliseconds since the Unix epoch.
             * @property {number|null} [limit] 1 to 256; of more, 256.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a History.
             * @memberof hoplite.v1
             * @interface IHistory
             * @augments hoplite.v1.History.$Properties
             * @deprecated Use hoplite.v1.History.$Properties instead.
             */

            /**
             * Shape of a History.
             * @typedef {hoplite.v1.History.$Properties} hoplite.v1.History.$Shape
             */

            /**
             * Constructs a new History.
             * @memberof hoplite.v1
             * @classdesc Asks for posts of a room, on /hoplite/room/1 only: the newest that are stamped at or after `since`, at most `limit`.
             * @constructor
             * @param {hoplite.v1.History.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const History = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * History id.
             * @member {string} id
             * @memberof hoplite.v1.History
             * @instance
             */
            History.prototype.id = "";

            /**
             * History room.
             * @member {string} room
             * @memberof hoplite.v1.History
             * @instance
             */
            History.prototype.room = "";

            /**
             * Milliseconds since the Unix epoch.
             * @member {number} since
             * @memberof hoplite.v1.History
             * @instance
             */
            History.prototype.since = 0;

            /**
             * 1 to 256; of more, 256.
             * @member {number} limit
             * @memberof hoplite.v1.History
             * @instance
             */
            History.prototype.limit = 0;

            /**
             * Encodes the specified History message. Does not implicitly {@link hoplite.v1.History.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.History
             * @static
             * @param {hoplite.v1.History.$Properties} message History message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            History.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.room != null && $Object.hasOwnProperty.call(message, "room") && message.room !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.room);
                if (message.since != null && $Object.hasOwnProperty.call(message, "since") && !$Object.is(message.since, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.since);
                if (message.limit != null && $Object.hasOwnProperty.call(message, "limit") && message.limit !== 0)
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.limit);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a History message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.History
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.History & hoplite.v1.History.$Shape} History
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            History.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.History();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.room = value;
                            else
                                delete message.room;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.since = value;
                            else
                                delete message.since;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.limit = value;
                            else
                                delete message.limit;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return History;
        })();

        v1.Posts = (function() {

            /**
             * Properties of a Posts.
             * @typedef {Object} hoplite.v1.Posts.$Properties
             * @property {string|null} [id] Posts id
             * @property {Array.<Uint8Array>|null} [envelopes] Posts envelopes
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Posts.
             * @memberof hoplite.v1
             * @interface IPosts
             * @augments hoplite.v1.Posts.$Properties
             * @deprecated Use hoplite.v1.Posts.$Properties instead.
             */

            /**
             * Shape of a Posts.
             * @typedef {hoplite.v1.Posts.$Properties} hoplite.v1.Posts.$Shape
             */

            /**
             * Constructs a new Posts.
             * @memberof hoplite.v1
             * @classdesc The answer to `history`: envelopes as they were received, oldest first. What does not fit is left out, oldest first.
             * @constructor
             * @param {hoplite.v1.Posts.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Posts = function (properties) {
                this.envelopes = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Posts id.
             * @member {string} id
             * @memberof hoplite.v1.Posts
             * @instance
             */
            Posts.prototype.id = "";

            /**
             * Posts envelopes.
             * @member {Array.<Uint8Array>} envelopes
             * @memberof hoplite.v1.Posts
             * @instance
             */
            Posts.prototype.envelopes = $util.emptyArray;

            /**
             * Encodes the specified Posts message. Does not implicitly {@link hoplite.v1.Posts.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Posts
             * @static
             * @param {hoplite.v1.Posts.$Properties} message Posts message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Posts.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.envelopes != null && message.envelopes.length)
                    for (let i = 0; i < message.envelopes.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.envelopes[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Posts message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Posts
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Posts & hoplite.v1.Posts.$Shape} Posts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Posts.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Posts();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.envelopes && message.envelopes.length))
                                message.envelopes = [];
                            message.envelopes.push(reader.bytes());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Posts;
        })();

        v1.AgentCard = (function() {

            /**
             * Properties of an AgentCard.
             * @typedef {Object} hoplite.v1.AgentCard.$Properties
             * @property {string|null} [name] A label for people; the peer ID is the identity.
             * @property {string|null} [description] AgentCard description
             * @property {Array.<hoplite.v1.Skill.$Properties>|null} [skills] AgentCard skills
             * @property {string|null} [version] AgentCard version
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an AgentCard.
             * @memberof hoplite.v1
             * @interface IAgentCard
             * @augments hoplite.v1.AgentCard.$Properties
             * @deprecated Use hoplite.v1.AgentCard.$Properties instead.
             */

            /**
             * Shape of an AgentCard.
             * @typedef {hoplite.v1.AgentCard.$Properties} hoplite.v1.AgentCard.$Shape
             */

            /**
             * Constructs a new AgentCard.
             * @memberof hoplite.v1
             * @classdesc Represents an AgentCard.
             * @constructor
             * @param {hoplite.v1.AgentCard.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const AgentCard = function (properties) {
                this.skills = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * A label for people; the peer ID is the identity.
             * @member {string} name
             * @memberof hoplite.v1.AgentCard
             * @instance
             */
            AgentCard.prototype.name = "";

            /**
             * AgentCard description.
             * @member {string} description
             * @memberof hoplite.v1.AgentCard
             * @instance
             */
            AgentCard.prototype.description = "";

            /**
             * AgentCard skills.
             * @member {Array.<hoplite.v1.Skill.$Properties>} skills
             * @memberof hoplite.v1.AgentCard
             * @instance
             */
            AgentCard.prototype.skills = $util.emptyArray;

            /**
             * AgentCard version.
             * @member {string} version
             * @memberof hoplite.v1.AgentCard
             * @instance
             */
            AgentCard.prototype.version = "";

            /**
             * Encodes the specified AgentCard message. Does not implicitly {@link hoplite.v1.AgentCard.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.AgentCard
             * @static
             * @param {hoplite.v1.AgentCard.$Properties} message AgentCard message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            AgentCard.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.description);
                if (message.skills != null && message.skills.length)
                    for (let i = 0; i < message.skills.length; ++i)
                        $root.hoplite.v1.Skill.encode(message.skills[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.version);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an AgentCard message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.AgentCard
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.AgentCard & hoplite.v1.AgentCard.$Shape} AgentCard
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            AgentCard.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.AgentCard();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.name = value;
                            else
                                delete message.name;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.description = value;
                            else
                                delete message.description;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.skills && message.skills.length))
                                message.skills = [];
                            message.skills.push($root.hoplite.v1.Skill.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AgentCard;
        })();

        v1.Skill = (function() {

            /**
             * Properties of a Skill.
             * @typedef {Object} hoplite.v1.Skill.$Properties
             * @property {string|null} [name] Skill name
             * @property {string|null} [description] Skill description
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Skill.
             * @memberof hoplite.v1
             * @interface ISkill
             * @augments hoplite.v1.Skill.$Properties
             * @deprecated Use hoplite.v1.Skill.$Properties instead.
             */

            /**
             * Shape of a Skill.
             * @typedef {hoplite.v1.Skill.$Properties} hoplite.v1.Skill.$Shape
             */

            /**
             * Constructs a new Skill.
             * @memberof hoplite.v1
             * @classdesc Represents a Skill.
             * @constructor
             * @param {hoplite.v1.Skill.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Skill = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Skill name.
             * @member {string} name
             * @memberof hoplite.v1.Skill
             * @instance
             */
            Skill.prototype.name = "";

            /**
             * Skill description.
             * @member {string} description
             * @memberof hoplite.v1.Skill
             * @instance
             */
            Skill.prototype.description = "";

            /**
             * Encodes the specified Skill message. Does not implicitly {@link hoplite.v1.Skill.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Skill
             * @static
             * @param {hoplite.v1.Skill.$Properties} message Skill message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Skill.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.description);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Skill message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Skill
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Skill & hoplite.v1.Skill.$Shape} Skill
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Skill.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Skill();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.name = value;
                            else
                                delete message.name;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.description = value;
                            else
                                delete message.description;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Skill;
        })();

        v1.Introduction = (function() {

            /**
             * Properties of an Introduction.
             * @typedef {Object} hoplite.v1.Introduction.$Properties
             * @property {string|null} [peer] Introduction peer
             * @property {Array.<string>|null} [addresses] Introduction addresses
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Introduction.
             * @memberof hoplite.v1
             * @interface IIntroduction
             * @augments hoplite.v1.Introduction.$Properties
             * @deprecated Use hoplite.v1.Introduction.$Properties instead.
             */

            /**
             * Shape of an Introduction.
             * @typedef {hoplite.v1.Introduction.$Properties} hoplite.v1.Introduction.$Shape
             */

            /**
             * Constructs a new Introduction.
             * @memberof hoplite.v1
             * @classdesc A member that the sender is connected to, and where it listens.
             * @constructor
             * @param {hoplite.v1.Introduction.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Introduction = function (properties) {
                this.addresses = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Introduction peer.
             * @member {string} peer
             * @memberof hoplite.v1.Introduction
             * @instance
             */
            Introduction.prototype.peer = "";

            /**
             * Introduction addresses.
             * @member {Array.<string>} addresses
             * @memberof hoplite.v1.Introduction
             * @instance
             */
            Introduction.prototype.addresses = $util.emptyArray;

            /**
             * Encodes the specified Introduction message. Does not implicitly {@link hoplite.v1.Introduction.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Introduction
             * @static
             * @param {hoplite.v1.Introduction.$Properties} message Introduction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Introduction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.peer != null && $Object.hasOwnProperty.call(message, "peer") && message.peer !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.peer);
                if (message.addresses != null && message.addresses.length)
                    for (let i = 0; i < message.addresses.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.addresses[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Introduction message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Introduction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Introduction & hoplite.v1.Introduction.$Shape} Introduction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Introduction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Introduction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.peer = value;
                            else
                                delete message.peer;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.addresses && message.addresses.length))
                                message.addresses = [];
                            message.addresses.push(reader.stringVerify());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Introduction;
        })();

        v1.Hello = (function() {

            /**
             * Properties of a Hello.
             * @typedef {Object} hoplite.v1.Hello.$Properties
             * @property {hoplite.v1.Opening.$Properties|null} [opening] Hello opening
             * @property {hoplite.v1.Response.$Properties|null} [response] Hello response
             * @property {hoplite.v1.Confirmation.$Properties|null} [confirmation] Hello confirmation
             * @property {hoplite.v1.Welcome.$Properties|null} [welcome] Hello welcome
             * @property {hoplite.v1.Ready.$Properties|null} [ready] Hello ready
             * @property {hoplite.v1.Farewell.$Properties|null} [farewell] Hello farewell
             * @property {"opening"|"response"|"confirmation"|"welcome"|"ready"|"farewell"} [kind] Hello kind
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Hello.
             * @memberof hoplite.v1
             * @interface IHello
             * @augments hoplite.v1.Hello.$Properties
             * @deprecated Use hoplite.v1.Hello.$Properties instead.
             */

            /**
             * Narrowed shape of a Hello.
             * @typedef {{
             *   opening?: hoplite.v1.Opening.$Shape|null;
             *   response?: hoplite.v1.Response.$Shape|null;
             *   confirmation?: hoplite.v1.Confirmation.$Shape|null;
             *   welcome?: hoplite.v1.Welcome.$Shape|null;
             *   ready?: hoplite.v1.Ready.$Shape|null;
             *   farewell?: hoplite.v1.Farewell.$Shape|null;
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ kind?: undefined; opening?: null; response?: null; confirmation?: null; welcome?: null; ready?: null; farewell?: null }|{ kind?: "opening"; opening: hoplite.v1.Opening.$Shape; response?: null; confirmation?: null; welcome?: null; ready?: null; farewell?: null }|{ kind?: "response"; opening?: null; response: hoplite.v1.Response.$Shape; confirmation?: null; welcome?: null; ready?: null; farewell?: null }|{ kind?: "confirmation"; opening?: null; response?: null; confirmation: hoplite.v1.Confirmation.$Shape; welcome?: null; ready?: null; farewell?: null }|{ kind?: "welcome"; opening?: null; response?: null; confirmation?: null; welcome: hoplite.v1.Welcome.$Shape; ready?: null; farewell?: null }|{ kind?: "ready"; opening?: null; response?: null; confirmation?: null; welcome?: null; ready: hoplite.v1.Ready.$Shape; farewell?: null }|{ kind?: "farewell"; opening?: null; response?: null; confirmation?: null; welcome?: null; ready?: null; farewell: hoplite.v1.Farewell.$Shape })
             * )} hoplite.v1.Hello.$Shape
             */

            /**
             * Constructs a new Hello.
             * @memberof hoplite.v1
             * @classdesc Represents a Hello.
             * @constructor
             * @param {hoplite.v1.Hello.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Hello = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Hello opening.
             * @member {hoplite.v1.Opening.$Properties|null|undefined} opening
             * @memberof hoplite.v1.Hello
             * @instance
             */
            Hello.prototype.opening = null;

            /**
             * Hello response.
             * @member {hoplite.v1.Response.$Properties|null|undefined} response
             * @memberof hoplite.v1.Hello
             * @instance
             */
            Hello.prototype.response = null;

            /**
             * Hello confirmation.
             * @member {hoplite.v1.Confirmation.$Properties|null|undefined} confirmation
             * @memberof hoplite.v1.Hello
             * @instance
             */
            Hello.prototype.confirmation = null;

            /**
             * Hello welcome.
             * @member {hoplite.v1.Welcome.$Properties|null|undefined} welcome
             * @memberof hoplite.v1.Hello
             * @instance
             */
            Hello.prototype.welcome = null;

            /**
             * Hello ready.
             * @member {hoplite.v1.Ready.$Properties|null|undefined} ready
             * @memberof hoplite.v1.Hello
             * @instance
             */
            Hello.prototype.ready = null;

            /**
             * Hello farewell.
             * @member {hoplite.v1.Farewell.$Properties|null|undefined} farewell
             * @memberof hoplite.v1.Hello
             * @instance
             */
            Hello.prototype.farewell = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * Hello kind.
             * @member {"opening"|"response"|"confirmation"|"welcome"|"ready"|"farewell"|undefined} kind
             * @memberof hoplite.v1.Hello
             * @instance
             */
            $Object.defineProperty(Hello.prototype, "kind", {
                get: $util.oneOfGetter($oneOfFields = ["opening", "response", "confirmation", "welcome", "ready", "farewell"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Encodes the specified Hello message. Does not implicitly {@link hoplite.v1.Hello.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Hello
             * @static
             * @param {hoplite.v1.Hello.$Properties} message Hello message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Hello.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.opening != null && $Object.hasOwnProperty.call(message, "opening"))
                    $root.hoplite.v1.Opening.encode(message.opening, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.response != null && $Object.hasOwnProperty.call(message, "response"))
                    $root.hoplite.v1.Response.encode(message.response, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.confirmation != null && $Object.hasOwnProperty.call(message, "confirmation"))
                    $root.hoplite.v1.Confirmation.encode(message.confirmation, writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.welcome != null && $Object.hasOwnProperty.call(message, "welcome"))
                    $root.hoplite.v1.Welcome.encode(message.welcome, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.ready != null && $Object.hasOwnProperty.call(message, "ready"))
                    $root.hoplite.v1.Ready.encode(message.ready, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.farewell != null && $Object.hasOwnProperty.call(message, "farewell"))
                    $root.hoplite.v1.Farewell.encode(message.farewell, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Hello message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Hello
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Hello & hoplite.v1.Hello.$Shape} Hello
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Hello.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Hello();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.opening = $root.hoplite.v1.Opening.decode(reader, reader.size(), $undefined, _depth + 1, message.opening);
                            message.kind = "opening";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.response = $root.hoplite.v1.Response.decode(reader, reader.size(), $undefined, _depth + 1, message.response);
                            message.kind = "response";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.confirmation = $root.hoplite.v1.Confirmation.decode(reader, reader.size(), $undefined, _depth + 1, message.confirmation);
                            message.kind = "confirmation";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.welcome = $root.hoplite.v1.Welcome.decode(reader, reader.size(), $undefined, _depth + 1, message.welcome);
                            message.kind = "welcome";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.ready = $root.hoplite.v1.Ready.decode(reader, reader.size(), $undefined, _depth + 1, message.ready);
                            message.kind = "ready";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.farewell = $root.hoplite.v1.Farewell.decode(reader, reader.size(), $undefined, _depth + 1, message.farewell);
                            message.kind = "farewell";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Hello;
        })();

        v1.Opening = (function() {

            /**
             * Properties of an Opening.
             * @typedef {Object} hoplite.v1.Opening.$Properties
             * @property {Uint8Array|null} [nonce] Opening nonce
             * @property {Array.<number>|null} [versions] Opening versions
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Opening.
             * @memberof hoplite.v1
             * @interface IOpening
             * @augments hoplite.v1.Opening.$Properties
             * @deprecated Use hoplite.v1.Opening.$Properties instead.
             */

            /**
             * Shape of an Opening.
             * @typedef {hoplite.v1.Opening.$Properties} hoplite.v1.Opening.$Shape
             */

            /**
             * Constructs a new Opening.
             * @memberof hoplite.v1
             * @classdesc 1. Dialler: a fresh nonce of 32 bytes and the protocol versions it speaks.
             * @constructor
             * @param {hoplite.v1.Opening.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Opening = function (properties) {
                this.versions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Opening nonce.
             * @member {Uint8Array} nonce
             * @memberof hoplite.v1.Opening
             * @instance
             */
            Opening.prototype.nonce = $util.newBuffer([]);

            /**
             * Opening versions.
             * @member {Array.<number>} versions
             * @memberof hoplite.v1.Opening
             * @instance
             */
            Opening.prototype.versions = $util.emptyArray;

            /**
             * Encodes the specified Opening message. Does not implicitly {@link hoplite.v1.Opening.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Opening
             * @static
             * @param {hoplite.v1.Opening.$Properties} message Opening message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Opening.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.nonce != null && $Object.hasOwnProperty.call(message, "nonce") && message.nonce.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.nonce);
                if (message.versions != null && message.versions.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).uint32s(message.versions);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Opening message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Opening
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Opening & hoplite.v1.Opening.$Shape} Opening
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Opening.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Opening();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.nonce = value;
                            else
                                delete message.nonce;
                            continue;
                        }
                    case 2: {
                            if (wireType === 2) {
                                if (!(message.versions && message.versions.length))
                                    message.versions = [];
                                reader.uint32s(message.versions);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.versions && message.versions.length))
                                message.versions = [];
                            message.versions.push(reader.uint32());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Opening;
        })();

        v1.Response = (function() {

            /**
             * Properties of a Response.
             * @typedef {Object} hoplite.v1.Response.$Properties
             * @property {Uint8Array|null} [nonce] Response nonce
             * @property {number|null} [version] Response version
             * @property {Uint8Array|null} [proof] Response proof
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Response.
             * @memberof hoplite.v1
             * @interface IResponse
             * @augments hoplite.v1.Response.$Properties
             * @deprecated Use hoplite.v1.Response.$Properties instead.
             */

            /**
             * Shape of a Response.
             * @typedef {hoplite.v1.Response.$Properties} hoplite.v1.Response.$Shape
             */

            /**
             * Constructs a new Response.
             * @memberof hoplite.v1
             * @classdesc 2. Listener: its own nonce, the version chosen, and its proof.
             * @constructor
             * @param {hoplite.v1.Response.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Response = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Response nonce.
             * @member {Uint8Array} nonce
             * @memberof hoplite.v1.Response
             * @instance
             */
            Response.prototype.nonce = $util.newBuffer([]);

            /**
             * Response version.
             * @member {number} version
             * @memberof hoplite.v1.Response
             * @instance
             */
            Response.prototype.version = 0;

            /**
             * Response proof.
             * @member {Uint8Array} proof
             * @memberof hoplite.v1.Response
             * @instance
             */
            Response.prototype.proof = $util.newBuffer([]);

            /**
             * Encodes the specified Response message. Does not implicitly {@link hoplite.v1.Response.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Response
             * @static
             * @param {hoplite.v1.Response.$Properties} message Response message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Response.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.nonce != null && $Object.hasOwnProperty.call(message, "nonce") && message.nonce.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.nonce);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.version);
                if (message.proof != null && $Object.hasOwnProperty.call(message, "proof") && message.proof.length)
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.proof);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Response message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Response
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Response & hoplite.v1.Response.$Shape} Response
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Response.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Response();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.nonce = value;
                            else
                                delete message.nonce;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proof = value;
                            else
                                delete message.proof;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Response;
        })();

        v1.Confirmation = (function() {

            /**
             * Properties of a Confirmation.
             * @typedef {Object} hoplite.v1.Confirmation.$Properties
             * @property {Uint8Array|null} [proof] Confirmation proof
             * @property {hoplite.v1.AgentCard.$Properties|null} [card] Confirmation card
             * @property {Array.<string>|null} [addresses] Confirmation addresses
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Confirmation.
             * @memberof hoplite.v1
             * @interface IConfirmation
             * @augments hoplite.v1.Confirmation.$Properties
             * @deprecated Use hoplite.v1.Confirmation.$Properties instead.
             */

            /**
             * Shape of a Confirmation.
             * @typedef {hoplite.v1.Confirmation.$Properties} hoplite.v1.Confirmation.$Shape
             */

            /**
             * Constructs a new Confirmation.
             * @memberof hoplite.v1
             * @classdesc 3. Dialler: its proof. Only now, when each side knows the other for a member, do cards and addresses follow.
             * @constructor
             * @param {hoplite.v1.Confirmation.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Confirmation = function (properties) {
                this.addresses = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Confirmation proof.
             * @member {Uint8Array} proof
             * @memberof hoplite.v1.Confirmation
             * @instance
             */
            Confirmation.prototype.proof = $util.newBuffer([]);

            /**
             * Confirmation card.
             * @member {hoplite.v1.AgentCard.$Properties|null|undefined} card
             * @memberof hoplite.v1.Confirmation
             * @instance
             */
            Confirmation.prototype.card = null;

            /**
             * Confirmation addresses.
             * @member {Array.<string>} addresses
             * @memberof hoplite.v1.Confirmation
             * @instance
             */
            Confirmation.prototype.addresses = $util.emptyArray;

            /**
             * Encodes the specified Confirmation message. Does not implicitly {@link hoplite.v1.Confirmation.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Confirmation
             * @static
             * @param {hoplite.v1.Confirmation.$Properties} message Confirmation message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Confirmation.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.proof != null && $Object.hasOwnProperty.call(message, "proof") && message.proof.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.proof);
                if (message.card != null && $Object.hasOwnProperty.call(message, "card"))
                    $root.hoplite.v1.AgentCard.encode(message.card, writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.addresses != null && message.addresses.length)
                    for (let i = 0; i < message.addresses.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.addresses[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Confirmation message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Confirmation
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Confirmation & hoplite.v1.Confirmation.$Shape} Confirmation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Confirmation.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Confirmation();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.proof = value;
                            else
                                delete message.proof;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.card = $root.hoplite.v1.AgentCard.decode(reader, reader.size(), $undefined, _depth + 1, message.card);
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.addresses && message.addresses.length))
                                message.addresses = [];
                            message.addresses.push(reader.stringVerify());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Confirmation;
        })();

        v1.Welcome = (function() {

            /**
             * Properties of a Welcome.
             * @typedef {Object} hoplite.v1.Welcome.$Properties
             * @property {hoplite.v1.AgentCard.$Properties|null} [card] Welcome card
             * @property {Array.<hoplite.v1.Introduction.$Properties>|null} [introductions] Welcome introductions
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Welcome.
             * @memberof hoplite.v1
             * @interface IWelcome
             * @augments hoplite.v1.Welcome.$Properties
             * @deprecated Use hoplite.v1.Welcome.$Properties instead.
             */

            /**
             * Shape of a Welcome.
             * @typedef {hoplite.v1.Welcome.$Properties} hoplite.v1.Welcome.$Shape
             */

            /**
             * Constructs a new Welcome.
             * @memberof hoplite.v1
             * @classdesc 4. Listener: it has accepted; its card, and whom else it knows.
             * @constructor
             * @param {hoplite.v1.Welcome.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Welcome = function (properties) {
                this.introductions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Welcome card.
             * @member {hoplite.v1.AgentCard.$Properties|null|undefined} card
             * @memberof hoplite.v1.Welcome
             * @instance
             */
            Welcome.prototype.card = null;

            /**
             * Welcome introductions.
             * @member {Array.<hoplite.v1.Introduction.$Properties>} introductions
             * @memberof hoplite.v1.Welcome
             * @instance
             */
            Welcome.prototype.introductions = $util.emptyArray;

            /**
             * Encodes the specified Welcome message. Does not implicitly {@link hoplite.v1.Welcome.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Welcome
             * @static
             * @param {hoplite.v1.Welcome.$Properties} message Welcome message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Welcome.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.card != null && $Object.hasOwnProperty.call(message, "card"))
                    $root.hoplite.v1.AgentCard.encode(message.card, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.introductions != null && message.introductions.length)
                    for (let i = 0; i < message.introductions.length; ++i)
                        $root.hoplite.v1.Introduction.encode(message.introductions[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Welcome message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Welcome
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Welcome & hoplite.v1.Welcome.$Shape} Welcome
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Welcome.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Welcome();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.card = $root.hoplite.v1.AgentCard.decode(reader, reader.size(), $undefined, _depth + 1, message.card);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.introductions && message.introductions.length))
                                message.introductions = [];
                            message.introductions.push($root.hoplite.v1.Introduction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Welcome;
        })();

        v1.Ready = (function() {

            /**
             * Properties of a Ready.
             * @typedef {Object} hoplite.v1.Ready.$Properties
             * @property {Array.<hoplite.v1.Introduction.$Properties>|null} [introductions] Ready introductions
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Ready.
             * @memberof hoplite.v1
             * @interface IReady
             * @augments hoplite.v1.Ready.$Properties
             * @deprecated Use hoplite.v1.Ready.$Properties instead.
             */

            /**
             * Shape of a Ready.
             * @typedef {hoplite.v1.Ready.$Properties} hoplite.v1.Ready.$Shape
             */

            /**
             * Constructs a new Ready.
             * @memberof hoplite.v1
             * @classdesc 5. Dialler: it has accepted too; both sides may open other streams.
             * @constructor
             * @param {hoplite.v1.Ready.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Ready = function (properties) {
                this.introductions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Ready introductions.
             * @member {Array.<hoplite.v1.Introduction.$Properties>} introductions
             * @memberof hoplite.v1.Ready
             * @instance
             */
            Ready.prototype.introductions = $util.emptyArray;

            /**
             * Encodes the specified Ready message. Does not implicitly {@link hoplite.v1.Ready.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Ready
             * @static
             * @param {hoplite.v1.Ready.$Properties} message Ready message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Ready.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.introductions != null && message.introductions.length)
                    for (let i = 0; i < message.introductions.length; ++i)
                        $root.hoplite.v1.Introduction.encode(message.introductions[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Ready message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Ready
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Ready & hoplite.v1.Ready.$Shape} Ready
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Ready.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Ready();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.introductions && message.introductions.length))
                                message.introductions = [];
                            message.introductions.push($root.hoplite.v1.Introduction.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Ready;
        })();

        v1.Farewell = (function() {

            /**
             * Properties of a Farewell.
             * @typedef {Object} hoplite.v1.Farewell.$Properties
             * @property {string|null} [reason] Farewell reason
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Farewell.
             * @memberof hoplite.v1
             * @interface IFarewell
             * @augments hoplite.v1.Farewell.$Properties
             * @deprecated Use hoplite.v1.Farewell.$Properties instead.
             */

            /**
             * Shape of a Farewell.
             * @typedef {hoplite.v1.Farewell.$Properties} hoplite.v1.Farewell.$Shape
             */

            /**
             * Constructs a new Farewell.
             * @memberof hoplite.v1
             * @classdesc Instead of any of these: why not.
             * @constructor
             * @param {hoplite.v1.Farewell.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Farewell = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Farewell reason.
             * @member {string} reason
             * @memberof hoplite.v1.Farewell
             * @instance
             */
            Farewell.prototype.reason = "";

            /**
             * Encodes the specified Farewell message. Does not implicitly {@link hoplite.v1.Farewell.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Farewell
             * @static
             * @param {hoplite.v1.Farewell.$Properties} message Farewell message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Farewell.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.reason);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Farewell message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Farewell
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Farewell & hoplite.v1.Farewell.$Shape} Farewell
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Farewell.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Farewell();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Farewell;
        })();

        /**
         * What kind of speech a message is. The first three oblige the receiver to answer; the rest are terminal.
         * @name hoplite.v1.Act
         * @enum {number}
         * @property {number} ACT_UNSPECIFIED=0 ACT_UNSPECIFIED value
         * @property {number} ACT_REQUEST=1 ACT_REQUEST value
         * @property {number} ACT_QUERY=2 ACT_QUERY value
         * @property {number} ACT_PROPOSE=3 ACT_PROPOSE value
         * @property {number} ACT_INFORM=4 ACT_INFORM value
         * @property {number} ACT_AGREE=5 ACT_AGREE value
         * @property {number} ACT_REFUSE=6 ACT_REFUSE value
         * @property {number} ACT_DONE=7 ACT_DONE value
         */
        v1.Act = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "ACT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "ACT_REQUEST"] = 1;
            values[valuesById[2] = "ACT_QUERY"] = 2;
            values[valuesById[3] = "ACT_PROPOSE"] = 3;
            values[valuesById[4] = "ACT_INFORM"] = 4;
            values[valuesById[5] = "ACT_AGREE"] = 5;
            values[valuesById[6] = "ACT_REFUSE"] = 6;
            values[valuesById[7] = "ACT_DONE"] = 7;
            return values;
        })();

        v1.JobHeader = (function() {

            /**
             * Properties of a JobHeader.
             * @typedef {Object} hoplite.v1.JobHeader.$Properties
             * @property {string|null} [jobId] JobHeader jobId
             * @property {number|null} [maxDepth] Hops the job may take; a receiver uses the smaller of this and its own limit.
             * @property {number|null} [credit] Turns the job may cause in all.
             * @property {number|null} [issuedAt] Milliseconds since the Unix epoch (double: exact to the millisecond, no 64-bit integers on the wire).
             * @property {number|null} [expiresAt] JobHeader expiresAt
             * @property {number|null} [epoch] How often a person has released the job after it was stopped; absent: 0.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a JobHeader.
             * @memberof hoplite.v1
             * @interface IJobHeader
             * @augments hoplite.v1.JobHeader.$Properties
             * @deprecated Use hoplite.v1.JobHeader.$Properties instead.
             */

            /**
             * Shape of a JobHeader.
             * @typedef {hoplite.v1.JobHeader.$Properties} hoplite.v1.JobHeader.$Shape
             */

            /**
             * Constructs a new JobHeader.
             * @memberof hoplite.v1
             * @classdesc Minted once, at the origin, and never changed: every signature of the chain covers these bytes.
             * @constructor
             * @param {hoplite.v1.JobHeader.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const JobHeader = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * JobHeader jobId.
             * @member {string} jobId
             * @memberof hoplite.v1.JobHeader
             * @instance
             */
            JobHeader.prototype.jobId = "";

            /**
             * Hops the job may take; a receiver uses the smaller of this and its own limit.
             * @member {number} maxDepth
             * @memberof hoplite.v1.JobHeader
             * @instance
             */
            JobHeader.prototype.maxDepth = 0;

            /**
             * Turns the job may cause in all.
             * @member {number} credit
             * @memberof hoplite.v1.JobHeader
             * @instance
             */
            JobHeader.prototype.credit = 0;

            /**
             * Milliseconds since the Unix epoch (double: exact to the millisecond, no 64-bit integers on the wire).
             * @member {number} issuedAt
             * @memberof hoplite.v1.JobHeader
             * @instance
             */
            JobHeader.prototype.issuedAt = 0;

            /**
             * JobHeader expiresAt.
             * @member {number} expiresAt
             * @memberof hoplite.v1.JobHeader
             * @instance
             */
            JobHeader.prototype.expiresAt = 0;

            /**
             * How often a person has released the job after it was stopped; absent: 0.
             * @member {number} epoch
             * @memberof hoplite.v1.JobHeader
             * @instance
             */
            JobHeader.prototype.epoch = 0;

            /**
             * Encodes the specified JobHeader message. Does not implicitly {@link hoplite.v1.JobHeader.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.JobHeader
             * @static
             * @param {hoplite.v1.JobHeader.$Properties} message JobHeader message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            JobHeader.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.jobId != null && $Object.hasOwnProperty.call(message, "jobId") && message.jobId !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.jobId);
                if (message.maxDepth != null && $Object.hasOwnProperty.call(message, "maxDepth") && message.maxDepth !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.maxDepth);
                if (message.credit != null && $Object.hasOwnProperty.call(message, "credit") && message.credit !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.credit);
                if (message.issuedAt != null && $Object.hasOwnProperty.call(message, "issuedAt") && !$Object.is(message.issuedAt, 0))
                    writer.uint32(/* id 4, wireType 1 =*/33).double(message.issuedAt);
                if (message.expiresAt != null && $Object.hasOwnProperty.call(message, "expiresAt") && !$Object.is(message.expiresAt, 0))
                    writer.uint32(/* id 5, wireType 1 =*/41).double(message.expiresAt);
                if (message.epoch != null && $Object.hasOwnProperty.call(message, "epoch") && message.epoch !== 0)
                    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.epoch);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a JobHeader message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.JobHeader
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.JobHeader & hoplite.v1.JobHeader.$Shape} JobHeader
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            JobHeader.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.JobHeader();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.jobId = value;
                            else
                                delete message.jobId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.maxDepth = value;
                            else
                                delete message.maxDepth;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.credit = value;
                            else
                                delete message.credit;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.issuedAt = value;
                            else
                                delete message.issuedAt;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.expiresAt = value;
                            else
                                delete message.expiresAt;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.epoch = value;
                            else
                                delete message.epoch;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return JobHeader;
        })();

        v1.Link = (function() {

            /**
             * Properties of a Link.
             * @typedef {Object} hoplite.v1.Link.$Properties
             * @property {string|null} [from] Peer ID of the sender (base58btc text form).
             * @property {string|null} [to] Peer ID of the receiver, or a room topic (starts with "/hoplite/room/1/").
             * @property {number|null} [credit] Turns that the subtree of this message may cause; 0 on a terminal act.
             * @property {string|null} [messageId] Unique per sender.
             * @property {hoplite.v1.Act|null} [act] Link act
             * @property {Uint8Array|null} [bodyHash] SHA-256 over "hoplite/1/body/" + channel + 0x00 + the body's bytes.
             * @property {number|null} [at] When the sender stamped it, milliseconds since the Unix epoch.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Link.
             * @memberof hoplite.v1
             * @interface ILink
             * @augments hoplite.v1.Link.$Properties
             * @deprecated Use hoplite.v1.Link.$Properties instead.
             */

            /**
             * Shape of a Link.
             * @typedef {hoplite.v1.Link.$Properties} hoplite.v1.Link.$Shape
             */

            /**
             * Constructs a new Link.
             * @memberof hoplite.v1
             * @classdesc One hop. Encoded, signed, and carried as the bytes of SignedLink.link.
             * @constructor
             * @param {hoplite.v1.Link.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Link = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Peer ID of the sender (base58btc text form).
             * @member {string} from
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.from = "";

            /**
             * Peer ID of the receiver, or a room topic (starts with "/hoplite/room/1/").
             * @member {string} to
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.to = "";

            /**
             * Turns that the subtree of this message may cause; 0 on a terminal act.
             * @member {number} credit
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.credit = 0;

            /**
             * Unique per sender.
             * @member {string} messageId
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.messageId = "";

            /**
             * Link act.
             * @member {hoplite.v1.Act} act
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.act = 0;

            /**
             * SHA-256 over "hoplite/1/body/" + channel + 0x00 + the body's bytes.
             * @member {Uint8Array} bodyHash
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.bodyHash = $util.newBuffer([]);

            /**
             * When the sender stamped it, milliseconds since the Unix epoch.
             * @member {number} at
             * @memberof hoplite.v1.Link
             * @instance
             */
            Link.prototype.at = 0;

            /**
             * Encodes the specified Link message. Does not implicitly {@link hoplite.v1.Link.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Link
             * @static
             * @param {hoplite.v1.Link.$Properties} message Link message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Link.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.from != null && $Object.hasOwnProperty.call(message, "from") && message.from !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.from);
                if (message.to != null && $Object.hasOwnProperty.call(message, "to") && message.to !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.to);
                if (message.credit != null && $Object.hasOwnProperty.call(message, "credit") && message.credit !== 0)
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.credit);
                if (message.messageId != null && $Object.hasOwnProperty.call(message, "messageId") && message.messageId !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.messageId);
                if (message.act != null && $Object.hasOwnProperty.call(message, "act") && message.act !== 0)
                    writer.uint32(/* id 5, wireType 0 =*/40).int32(message.act);
                if (message.bodyHash != null && $Object.hasOwnProperty.call(message, "bodyHash") && message.bodyHash.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.bodyHash);
                if (message.at != null && $Object.hasOwnProperty.call(message, "at") && !$Object.is(message.at, 0))
                    writer.uint32(/* id 7, wireType 1 =*/57).double(message.at);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Link message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Link
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Link & hoplite.v1.Link.$Shape} Link
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Link.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Link();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.from = value;
                            else
                                delete message.from;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.to = value;
                            else
                                delete message.to;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.credit = value;
                            else
                                delete message.credit;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.messageId = value;
                            else
                                delete message.messageId;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.act = value;
                            else
                                delete message.act;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.bodyHash = value;
                            else
                                delete message.bodyHash;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.at = value;
                            else
                                delete message.at;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Link;
        })();

        v1.SignedLink = (function() {

            /**
             * Properties of a SignedLink.
             * @typedef {Object} hoplite.v1.SignedLink.$Properties
             * @property {Uint8Array|null} [link] SignedLink link
             * @property {Uint8Array|null} [signature] Ed25519 by `from`; see docs/wire.md for the signed bytes.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SignedLink.
             * @memberof hoplite.v1
             * @interface ISignedLink
             * @augments hoplite.v1.SignedLink.$Properties
             * @deprecated Use hoplite.v1.SignedLink.$Properties instead.
             */

            /**
             * Shape of a SignedLink.
             * @typedef {hoplite.v1.SignedLink.$Properties} hoplite.v1.SignedLink.$Shape
             */

            /**
             * Constructs a new SignedLink.
             * @memberof hoplite.v1
             * @classdesc Represents a SignedLink.
             * @constructor
             * @param {hoplite.v1.SignedLink.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SignedLink = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SignedLink link.
             * @member {Uint8Array} link
             * @memberof hoplite.v1.SignedLink
             * @instance
             */
            SignedLink.prototype.link = $util.newBuffer([]);

            /**
             * Ed25519 by `from`; see docs/wire.md for the signed bytes.
             * @member {Uint8Array} signature
             * @memberof hoplite.v1.SignedLink
             * @instance
             */
            SignedLink.prototype.signature = $util.newBuffer([]);

            /**
             * Encodes the specified SignedLink message. Does not implicitly {@link hoplite.v1.SignedLink.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.SignedLink
             * @static
             * @param {hoplite.v1.SignedLink.$Properties} message SignedLink message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SignedLink.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.link);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SignedLink message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.SignedLink
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.SignedLink & hoplite.v1.SignedLink.$Shape} SignedLink
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SignedLink.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.SignedLink();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.link = value;
                            else
                                delete message.link;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SignedLink;
        })();

        v1.Lineage = (function() {

            /**
             * Properties of a Lineage.
             * @typedef {Object} hoplite.v1.Lineage.$Properties
             * @property {Uint8Array|null} [job] Lineage job
             * @property {Array.<hoplite.v1.SignedLink.$Properties>|null} [links] Never empty on the wire. Depth is the number of links, the chain of peers their `from`s.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Lineage.
             * @memberof hoplite.v1
             * @interface ILineage
             * @augments hoplite.v1.Lineage.$Properties
             * @deprecated Use hoplite.v1.Lineage.$Properties instead.
             */

            /**
             * Shape of a Lineage.
             * @typedef {hoplite.v1.Lineage.$Properties} hoplite.v1.Lineage.$Shape
             */

            /**
             * Constructs a new Lineage.
             * @memberof hoplite.v1
             * @classdesc Represents a Lineage.
             * @constructor
             * @param {hoplite.v1.Lineage.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Lineage = function (properties) {
                this.links = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Lineage job.
             * @member {Uint8Array} job
             * @memberof hoplite.v1.Lineage
             * @instance
             */
            Lineage.prototype.job = $util.newBuffer([]);

            /**
             * Never empty on the wire. Depth is the number of links, the chain of peers their `from`s.
             * @member {Array.<hoplite.v1.SignedLink.$Properties>} links
             * @memberof hoplite.v1.Lineage
             * @instance
             */
            Lineage.prototype.links = $util.emptyArray;

            /**
             * Encodes the specified Lineage message. Does not implicitly {@link hoplite.v1.Lineage.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Lineage
             * @static
             * @param {hoplite.v1.Lineage.$Properties} message Lineage message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Lineage.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.job != null && $Object.hasOwnProperty.call(message, "job") && message.job.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.job);
                if (message.links != null && message.links.length)
                    for (let i = 0; i < message.links.length; ++i)
                        $root.hoplite.v1.SignedLink.encode(message.links[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Lineage message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Lineage
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Lineage & hoplite.v1.Lineage.$Shape} Lineage
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Lineage.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Lineage();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.job = value;
                            else
                                delete message.job;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.links && message.links.length))
                                message.links = [];
                            message.links.push($root.hoplite.v1.SignedLink.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Lineage;
        })();

        v1.Envelope = (function() {

            /**
             * Properties of an Envelope.
             * @typedef {Object} hoplite.v1.Envelope.$Properties
             * @property {hoplite.v1.Lineage.$Properties|null} [lineage] Envelope lineage
             * @property {Uint8Array|null} [body] A TaskBody, SessionBody or RoomBody, as the channel says; its hash is in the last link.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Envelope.
             * @memberof hoplite.v1
             * @interface IEnvelope
             * @augments hoplite.v1.Envelope.$Properties
             * @deprecated Use hoplite.v1.Envelope.$Properties instead.
             */

            /**
             * Shape of an Envelope.
             * @typedef {hoplite.v1.Envelope.$Properties} hoplite.v1.Envelope.$Shape
             */

            /**
             * Constructs a new Envelope.
             * @memberof hoplite.v1
             * @classdesc What every channel carries.
             * @constructor
             * @param {hoplite.v1.Envelope.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Envelope = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Envelope lineage.
             * @member {hoplite.v1.Lineage.$Properties|null|undefined} lineage
             * @memberof hoplite.v1.Envelope
             * @instance
             */
            Envelope.prototype.lineage = null;

            /**
             * A TaskBody, SessionBody or RoomBody, as the channel says; its hash is in the last link.
             * @member {Uint8Array} body
             * @memberof hoplite.v1.Envelope
             * @instance
             */
            Envelope.prototype.body = $util.newBuffer([]);

            /**
             * Encodes the specified Envelope message. Does not implicitly {@link hoplite.v1.Envelope.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Envelope
             * @static
             * @param {hoplite.v1.Envelope.$Properties} message Envelope message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Envelope.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.lineage != null && $Object.hasOwnProperty.call(message, "lineage"))
                    $root.hoplite.v1.Lineage.encode(message.lineage, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.body != null && $Object.hasOwnProperty.call(message, "body") && message.body.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.body);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Envelope message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Envelope
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Envelope & hoplite.v1.Envelope.$Shape} Envelope
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Envelope.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Envelope();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.lineage = $root.hoplite.v1.Lineage.decode(reader, reader.size(), $undefined, _depth + 1, message.lineage);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.body = value;
                            else
                                delete message.body;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Envelope;
        })();

        v1.SignedNotice = (function() {

            /**
             * Properties of a SignedNotice.
             * @typedef {Object} hoplite.v1.SignedNotice.$Properties
             * @property {Uint8Array|null} [notice] SignedNotice notice
             * @property {Uint8Array|null} [signature] Ed25519 by the author over "hoplite/1/notice" + 0x00 + `notice`.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SignedNotice.
             * @memberof hoplite.v1
             * @interface ISignedNotice
             * @augments hoplite.v1.SignedNotice.$Properties
             * @deprecated Use hoplite.v1.SignedNotice.$Properties instead.
             */

            /**
             * Shape of a SignedNotice.
             * @typedef {hoplite.v1.SignedNotice.$Properties} hoplite.v1.SignedNotice.$Shape
             */

            /**
             * Constructs a new SignedNotice.
             * @memberof hoplite.v1
             * @classdesc At most 32 KiB. `notice` is opaque bytes that are passed on exactly as they were received.
             * @constructor
             * @param {hoplite.v1.SignedNotice.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SignedNotice = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * SignedNotice notice.
             * @member {Uint8Array} notice
             * @memberof hoplite.v1.SignedNotice
             * @instance
             */
            SignedNotice.prototype.notice = $util.newBuffer([]);

            /**
             * Ed25519 by the author over "hoplite/1/notice" + 0x00 + `notice`.
             * @member {Uint8Array} signature
             * @memberof hoplite.v1.SignedNotice
             * @instance
             */
            SignedNotice.prototype.signature = $util.newBuffer([]);

            /**
             * Encodes the specified SignedNotice message. Does not implicitly {@link hoplite.v1.SignedNotice.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.SignedNotice
             * @static
             * @param {hoplite.v1.SignedNotice.$Properties} message SignedNotice message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SignedNotice.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.notice != null && $Object.hasOwnProperty.call(message, "notice") && message.notice.length)
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.notice);
                if (message.signature != null && $Object.hasOwnProperty.call(message, "signature") && message.signature.length)
                    writer.uint32(/* id 2, wireType 2 =*/18).bytes(message.signature);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SignedNotice message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.SignedNotice
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.SignedNotice & hoplite.v1.SignedNotice.$Shape} SignedNotice
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SignedNotice.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.SignedNotice();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.notice = value;
                            else
                                delete message.notice;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.signature = value;
                            else
                                delete message.signature;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SignedNotice;
        })();

        v1.Notice = (function() {

            /**
             * Properties of a Notice.
             * @typedef {Object} hoplite.v1.Notice.$Properties
             * @property {string|null} [from] Peer ID of the author.
             * @property {string|null} [id] Unique per author.
             * @property {number|null} [at] When the author stamped it, and until when it counts; milliseconds since the Unix epoch.
             * @property {number|null} [until] Notice until
             * @property {hoplite.v1.Freeze.$Properties|null} [freeze] Notice freeze
             * @property {hoplite.v1.Halt.$Properties|null} [halt] Notice halt
             * @property {hoplite.v1.Halt.$Properties|null} [resume] Notice resume
             * @property {hoplite.v1.Escalation.$Properties|null} [escalation] Notice escalation
             * @property {hoplite.v1.Receipt.$Properties|null} [receipt] Notice receipt
             * @property {hoplite.v1.Beat.$Properties|null} [beat] Notice beat
             * @property {hoplite.v1.Probe.$Properties|null} [probe] Notice probe
             * @property {hoplite.v1.Stall.$Properties|null} [stall] Notice stall
             * @property {"freeze"|"halt"|"resume"|"escalation"|"receipt"|"beat"|"probe"|"stall"} [content] A kind that a later version brings is passed on and otherwise passed over.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Notice.
             * @memberof hoplite.v1
             * @interface INotice
             * @augments hoplite.v1.Notice.$Properties
             * @deprecated Use hoplite.v1.Notice.$Properties instead.
             */

            /**
             * Narrowed shape of a Notice.
             * @typedef {{
             *   from?: string|null;
             *   id?: string|null;
             *   at?: number|null;
             *   until?: number|null;
             *   freeze?: hoplite.v1.Freeze.$Shape|null;
             *   halt?: hoplite.v1.Halt.$Shape|null;
             *   resume?: hoplite.v1.Halt.$Shape|null;
             *   escalation?: hoplite.v1.Escalation.$Shape|null;
             *   receipt?: hoplite.v1.Receipt.$Shape|null;
             *   beat?: hoplite.v1.Beat.$Shape|null;
             *   probe?: hoplite.v1.Probe.$Shape|null;
             *   stall?: hoplite.v1.Stall.$Shape|null;
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ content?: undefined; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "freeze"; freeze: hoplite.v1.Freeze.$Shape; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "halt"; freeze?: null; halt: hoplite.v1.Halt.$Shape; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "resume"; freeze?: null; halt?: null; resume: hoplite.v1.Halt.$Shape; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "escalation"; freeze?: null; halt?: null; resume?: null; escalation: hoplite.v1.Escalation.$Shape; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "receipt"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt: hoplite.v1.Receipt.$Shape; beat?: null; probe?: null; stall?: null }|{ content?: "beat"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat: hoplite.v1.Beat.$Shape; probe?: null; stall?: null }|{ content?: "probe"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe: hoplite.v1.Probe.$Shape; stall?: null }|{ content?: "stall"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall: hoplite.v1.Stall.$Shape })
             * )} hoplite.v1.Notice.$Shape
             */

            /**
             * Constructs a new Notice.
             * @memberof hoplite.v1
             * @classdesc Represents a Notice.
             * @constructor
             * @param {hoplite.v1.Notice.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Notice = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Peer ID of the author.
             * @member {string} from
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.from = "";

            /**
             * Unique per author.
             * @member {string} id
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.id = "";

            /**
             * When the author stamped it, and until when it counts; milliseconds since the Unix epoch.
             * @member {number} at
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.at = 0;

            /**
             * Notice until.
             * @member {number} until
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.until = 0;

            /**
             * Notice freeze.
             * @member {hoplite.v1.Freeze.$Properties|null|undefined} freeze
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.freeze = null;

            /**
             * Notice halt.
             * @member {hoplite.v1.Halt.$Properties|null|undefined} halt
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.halt = null;

            /**
             * Notice resume.
             * @member {hoplite.v1.Halt.$Properties|null|undefined} resume
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.resume = null;

            /**
             * Notice escalation.
             * @member {hoplite.v1.Escalation.$Properties|null|undefined} escalation
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.escalation = null;

            /**
             * Notice receipt.
             * @member {hoplite.v1.Receipt.$Properties|null|undefined} receipt
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.receipt = null;

            /**
             * Notice beat.
             * @member {hoplite.v1.Beat.$Properties|null|undefined} beat
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.beat = null;

            /**
             * Notice probe.
             * @member {hoplite.v1.Probe.$Properties|null|undefined} probe
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.probe = null;

            /**
             * Notice stall.
             * @member {hoplite.v1.Stall.$Properties|null|undefined} stall
             * @memberof hoplite.v1.Notice
             * @instance
             */
            Notice.prototype.stall = null;

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * A kind that a later version brings is passed on and otherwise passed over.
             * @member {"freeze"|"halt"|"resume"|"escalation"|"receipt"|"beat"|"probe"|"stall"|undefined} content
             * @memberof hoplite.v1.Notice
             * @instance
             */
            $Object.defineProperty(Notice.prototype, "content", {
                get: $util.oneOfGetter($oneOfFields = ["freeze", "halt", "resume", "escalation", "receipt", "beat", "probe", "stall"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Encodes the specified Notice message. Does not implicitly {@link hoplite.v1.Notice.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Notice
             * @static
             * @param {hoplite.v1.Notice.$Properties} message Notice message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Notice.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.from != null && $Object.hasOwnProperty.call(message, "from") && message.from !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.from);
                if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.id);
                if (message.at != null && $Object.hasOwnProperty.call(message, "at") && !$Object.is(message.at, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.at);
                if (message.until != null && $Object.hasOwnProperty.call(message, "until") && !$Object.is(message.until, 0))
                    writer.uint32(/* id 4, wireType 1 =*/33).double(message.until);
                if (message.freeze != null && $Object.hasOwnProperty.call(message, "freeze"))
                    $root.hoplite.v1.Freeze.encode(message.freeze, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.halt != null && $Object.hasOwnProperty.call(message, "halt"))
                    $root.hoplite.v1.Halt.encode(message.halt, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.resume != null && $Object.hasOwnProperty.call(message, "resume"))
                    $root.hoplite.v1.Halt.encode(message.resume, writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
                if (message.escalation != null && $Object.hasOwnProperty.call(message, "escalation"))
                    $root.hoplite.v1.Escalation.encode(message.escalation, writer.uint32(/* id 8, wireType 2 =*/66).fork(), _depth + 1).ldelim();
                if (message.receipt != null && $Object.hasOwnProperty.call(message, "receipt"))
                    $root.hoplite.v1.Receipt.encode(message.receipt, writer.uint32(/* id 9, wireType 2 =*/74).fork(), _depth + 1).ldelim();
                if (message.beat != null && $Object.hasOwnProperty.call(message, "beat"))
                    $root.hoplite.v1.Beat.encode(message.beat, writer.uint32(/* id 10, wireType 2 =*/82).fork(), _depth + 1).ldelim();
                if (message.probe != null && $Object.hasOwnProperty.call(message, "probe"))
                    $root.hoplite.v1.Probe.encode(message.probe, writer.uint32(/* id 11, wireType 2 =*/90).fork(), _depth + 1).ldelim();
                if (message.stall != null && $Object.hasOwnProperty.call(message, "stall"))
                    $root.hoplite.v1.Stall.encode(message.stall, writer.uint32(/* id 12, wireType 2 =*/98).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Notice message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Notice
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Notice & hoplite.v1.Notice.$Shape} Notice
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Notice.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Notice();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.from = value;
                            else
                                delete message.from;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.at = value;
                            else
                                delete message.at;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.until = value;
                            else
                                delete message.until;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.freeze = $root.hoplite.v1.Freeze.decode(reader, reader.size(), $undefined, _depth + 1, message.freeze);
                            message.content = "freeze";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.halt = $root.hoplite.v1.Halt.decode(reader, reader.size(), $undefined, _depth + 1, message.halt);
                            message.content = "halt";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.resume = $root.hoplite.v1.Halt.decode(reader, reader.size(), $undefined, _depth + 1, message.resume);
                            message.content = "resume";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.escalation = $root.hoplite.v1.Escalation.decode(reader, reader.size(), $undefined, _depth + 1, message.escalation);
                            message.content = "escalation";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.receipt = $root.hoplite.v1.Receipt.decode(reader, reader.size(), $undefined, _depth + 1, message.receipt);
                            message.content = "receipt";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.beat = $root.hoplite.v1.Beat.decode(reader, reader.size(), $undefined, _depth + 1, message.beat);
                            message.content = "beat";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.probe = $root.hoplite.v1.Probe.decode(reader, reader.size(), $undefined, _depth + 1, message.probe);
                            message.content = "probe";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.stall = $root.hoplite.v1.Stall.decode(reader, reader.size(), $undefined, _depth + 1, message.stall);
                            message.content = "stall";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Notice;
        })();

        v1.Freeze = (function() {

            /**
             * Properties of a Freeze.
             * @typedef {Object} hoplite.v1.Freeze.$Properties
             * @property {string|null} [jobId] Freeze jobId
             * @property {number|null} [epoch] Freeze epoch
             * @property {string|null} [reason] Freeze reason
             * @property {Array.<string>|null} [path] Freeze path
             * @property {Uint8Array|null} [briefHash] 32 bytes, or absent; of what was to be sent.
             * @property {hoplite.v1.Lineage.$Properties|null} [witness] Of the message by which the job reached the author; without links when the author is the origin.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Freeze.
             * @memberof hoplite.v1
             * @interface IFreeze
             * @augments hoplite.v1.Freeze.$Properties
             * @deprecated Use hoplite.v1.Freeze.$Properties instead.
             */

            /**
             * Shape of a Freeze.
             * @typedef {hoplite.v1.Freeze.$Properties} hoplite.v1.Freeze.$Shape
             */

            /**
             * Constructs a new Freeze.
             * @memberof hoplite.v1
             * @classdesc A brake has stopped a job: no further obliging message of this epoch is sent or accepted.
             * @constructor
             * @param {hoplite.v1.Freeze.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Freeze = function (properties) {
                this.path = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Freeze jobId.
             * @member {string} jobId
             * @memberof hoplite.v1.Freeze
             * @instance
             */
            Freeze.prototype.jobId = "";

            /**
             * Freeze epoch.
             * @member {number} epoch
             * @memberof hoplite.v1.Freeze
             * @instance
             */
            Freeze.prototype.epoch = 0;

            /**
             * Freeze reason.
             * @member {string} reason
             * @memberof hoplite.v1.Freeze
             * @instance
             */
            Freeze.prototype.reason = "";

            /**
             * Freeze path.
             * @member {Array.<string>} path
             * @memberof hoplite.v1.Freeze
             * @instance
             */
            Freeze.prototype.path = $util.emptyArray;

            /**
             * 32 bytes, or absent; of what was to be sent.
             * @member {Uint8Array} briefHash
             * @memberof hoplite.v1.Freeze
             * @instance
             */
            Freeze.prototype.briefHash = $util.newBuffer([]);

            /**
             * Of the message by which the job reached the author; without links when the author is the origin.
             * @member {hoplite.v1.Lineage.$Properties|null|undefined} witness
             * @memberof hoplite.v1.Freeze
             * @instance
             */
            Freeze.prototype.witness = null;

            /**
             * Encodes the specified Freeze message. Does not implicitly {@link hoplite.v1.Freeze.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Freeze
             * @static
             * @param {hoplite.v1.Freeze.$Properties} message Freeze message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Freeze.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.jobId != null && $Object.hasOwnProperty.call(message, "jobId") && message.jobId !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.jobId);
                if (message.epoch != null && $Object.hasOwnProperty.call(message, "epoch") && message.epoch !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.epoch);
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.reason);
                if (message.path != null && message.path.length)
                    for (let i = 0; i < message.path.length; ++i)
                        writer.uint32(/* id 4, wireType 2 =*/34).string(message.path[i]);
                if (message.briefHash != null && $Object.hasOwnProperty.call(message, "briefHash") && message.briefHash.length)
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.briefHash);
                if (message.witness != null && $Object.hasOwnProperty.call(message, "witness"))
                    $root.hoplite.v1.Lineage.encode(message.witness, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Freeze message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Freeze
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Freeze & hoplite.v1.Freeze.$Shape} Freeze
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Freeze.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Freeze();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.jobId = value;
                            else
                                delete message.jobId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.epoch = value;
                            else
                                delete message.epoch;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.path && message.path.length))
                                message.path = [];
                            message.path.push(reader.stringVerify());
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.briefHash = value;
                            else
                                delete message.briefHash;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.witness = $root.hoplite.v1.Lineage.decode(reader, reader.size(), $undefined, _depth + 1, message.witness);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Freeze;
        })();

        v1.Halt = (function() {

            /**
             * Properties of a Halt.
             * @typedef {Object} hoplite.v1.Halt.$Properties
             * @property {string|null} [jobId] Halt jobId
             * @property {string|null} [peer] Halt peer
             * @property {boolean|null} [all] Halt all
             * @property {string|null} [note] Halt note
             * @property {"jobId"|"peer"|"all"} [scope] Halt scope
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Halt.
             * @memberof hoplite.v1
             * @interface IHalt
             * @augments hoplite.v1.Halt.$Properties
             * @deprecated Use hoplite.v1.Halt.$Properties instead.
             */

            /**
             * Narrowed shape of a Halt.
             * @typedef {{
             *   jobId?: string|null;
             *   peer?: string|null;
             *   all?: boolean|null;
             *   note?: string|null;
             *   $unknowns?: Array.<Uint8Array>;
             * } & (
             *   ({ scope?: undefined; jobId?: null; peer?: null; all?: null }|{ scope?: "jobId"; jobId: string; peer?: null; all?: null }|{ scope?: "peer"; jobId?: null; peer: string; all?: null }|{ scope?: "all"; jobId?: null; peer?: null; all: boolean })
             * )} hoplite.v1.Halt.$Shape
             */

            /**
             * Constructs a new Halt.
             * @memberof hoplite.v1
             * @classdesc By an operator. Ends, or as `resume` allows again, turns and messages of one job, of one peer, or of all.
             * @constructor
             * @param {hoplite.v1.Halt.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Halt = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Halt jobId.
             * @member {string|null|undefined} jobId
             * @memberof hoplite.v1.Halt
             * @instance
             */
            Halt.prototype.jobId = null;

            /**
             * Halt peer.
             * @member {string|null|undefined} peer
             * @memberof hoplite.v1.Halt
             * @instance
             */
            Halt.prototype.peer = null;

            /**
             * Halt all.
             * @member {boolean|null|undefined} all
             * @memberof hoplite.v1.Halt
             * @instance
             */
            Halt.prototype.all = null;

            /**
             * Halt note.
             * @member {string} note
             * @memberof hoplite.v1.Halt
             * @instance
             */
            Halt.prototype.note = "";

            // OneOf field names bound to virtual getters and setters
            let $oneOfFields;

            /**
             * Halt scope.
             * @member {"jobId"|"peer"|"all"|undefined} scope
             * @memberof hoplite.v1.Halt
             * @instance
             */
            $Object.defineProperty(Halt.prototype, "scope", {
                get: $util.oneOfGetter($oneOfFields = ["jobId", "peer", "all"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Encodes the specified Halt message. Does not implicitly {@link hoplite.v1.Halt.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Halt
             * @static
             * @param {hoplite.v1.Halt.$Properties} message Halt message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Halt.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.jobId != null && $Object.hasOwnProperty.call(message, "jobId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.jobId);
                if (message.peer != null && $Object.hasOwnProperty.call(message, "peer"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.peer);
                if (message.all != null && $Object.hasOwnProperty.call(message, "all"))
                    writer.uint32(/* id 3, wireType 0 =*/24).bool(message.all);
                if (message.note != null && $Object.hasOwnProperty.call(message, "note") && message.note !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.note);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Halt message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Halt
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Halt & hoplite.v1.Halt.$Shape} Halt
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Halt.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Halt();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.jobId = reader.stringVerify();
                            message.scope = "jobId";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.peer = reader.stringVerify();
                            message.scope = "peer";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.all = reader.bool();
                            message.scope = "all";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.note = value;
                            else
                                delete message.note;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Halt;
        })();

        v1.Escalation = (function() {

            /**
             * Properties of an Escalation.
             * @typedef {Object} hoplite.v1.Escalation.$Properties
             * @property {string|null} [jobId] Escalation jobId
             * @property {number|null} [epoch] Escalation epoch
             * @property {string|null} [reason] Escalation reason
             * @property {string|null} [detail] Escalation detail
             * @property {Array.<string>|null} [path] Escalation path
             * @property {Uint8Array|null} [briefHash] Escalation briefHash
             * @property {string|null} [payload] The beginning of what was to be said, at most 4,096 bytes.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of an Escalation.
             * @memberof hoplite.v1
             * @interface IEscalation
             * @augments hoplite.v1.Escalation.$Properties
             * @deprecated Use hoplite.v1.Escalation.$Properties instead.
             */

            /**
             * Shape of an Escalation.
             * @typedef {hoplite.v1.Escalation.$Properties} hoplite.v1.Escalation.$Shape
             */

            /**
             * Constructs a new Escalation.
             * @memberof hoplite.v1
             * @classdesc To a supervisor: a job was stopped, and a person at its origin is asked what to do.
             * @constructor
             * @param {hoplite.v1.Escalation.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Escalation = function (properties) {
                this.path = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Escalation jobId.
             * @member {string} jobId
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.jobId = "";

            /**
             * Escalation epoch.
             * @member {number} epoch
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.epoch = 0;

            /**
             * Escalation reason.
             * @member {string} reason
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.reason = "";

            /**
             * Escalation detail.
             * @member {string} detail
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.detail = "";

            /**
             * Escalation path.
             * @member {Array.<string>} path
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.path = $util.emptyArray;

            /**
             * Escalation briefHash.
             * @member {Uint8Array} briefHash
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.briefHash = $util.newBuffer([]);

            /**
             * The beginning of what was to be said, at most 4,096 bytes.
             * @member {string} payload
             * @memberof hoplite.v1.Escalation
             * @instance
             */
            Escalation.prototype.payload = "";

            /**
             * Encodes the specified Escalation message. Does not implicitly {@link hoplite.v1.Escalation.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Escalation
             * @static
             * @param {hoplite.v1.Escalation.$Properties} message Escalation message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Escalation.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.jobId != null && $Object.hasOwnProperty.call(message, "jobId") && message.jobId !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.jobId);
                if (message.epoch != null && $Object.hasOwnProperty.call(message, "epoch") && message.epoch !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.epoch);
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.reason);
                if (message.detail != null && $Object.hasOwnProperty.call(message, "detail") && message.detail !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.detail);
                if (message.path != null && message.path.length)
                    for (let i = 0; i < message.path.length; ++i)
                        writer.uint32(/* id 5, wireType 2 =*/42).string(message.path[i]);
                if (message.briefHash != null && $Object.hasOwnProperty.call(message, "briefHash") && message.briefHash.length)
                    writer.uint32(/* id 6, wireType 2 =*/50).bytes(message.briefHash);
                if (message.payload != null && $Object.hasOwnProperty.call(message, "payload") && message.payload !== "")
                    writer.uint32(/* id 7, wireType 2 =*/58).string(message.payload);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes an Escalation message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Escalation
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Escalation & hoplite.v1.Escalation.$Shape} Escalation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Escalation.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Escalation();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.jobId = value;
                            else
                                delete message.jobId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.epoch = value;
                            else
                                delete message.epoch;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.detail = value;
                            else
                                delete message.detail;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if (!(message.path && message.path.length))
                                message.path = [];
                            message.path.push(reader.stringVerify());
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.briefHash = value;
                            else
                                delete message.briefHash;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.payload = value;
                            else
                                delete message.payload;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Escalation;
        })();

        v1.Receipt = (function() {

            /**
             * Properties of a Receipt.
             * @typedef {Object} hoplite.v1.Receipt.$Properties
             * @property {hoplite.v1.Lineage.$Properties|null} [witness] Receipt witness
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Receipt.
             * @memberof hoplite.v1
             * @interface IReceipt
             * @augments hoplite.v1.Receipt.$Properties
             * @deprecated Use hoplite.v1.Receipt.$Properties instead.
             */

            /**
             * Shape of a Receipt.
             * @typedef {hoplite.v1.Receipt.$Properties} hoplite.v1.Receipt.$Shape
             */

            /**
             * Constructs a new Receipt.
             * @memberof hoplite.v1
             * @classdesc To the origin of a job: the author ran a turn for the message of this lineage, which ends at the author.
             * @constructor
             * @param {hoplite.v1.Receipt.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Receipt = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Receipt witness.
             * @member {hoplite.v1.Lineage.$Properties|null|undefined} witness
             * @memberof hoplite.v1.Receipt
             * @instance
             */
            Receipt.prototype.witness = null;

            /**
             * Encodes the specified Receipt message. Does not implicitly {@link hoplite.v1.Receipt.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Receipt
             * @static
             * @param {hoplite.v1.Receipt.$Properties} message Receipt message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Receipt.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.witness != null && $Object.hasOwnProperty.call(message, "witness"))
                    $root.hoplite.v1.Lineage.encode(message.witness, writer.uint32(/* id 1, wireType 2 =*/10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Receipt message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Receipt
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Receipt & hoplite.v1.Receipt.$Shape} Receipt
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Receipt.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Receipt();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.witness = $root.hoplite.v1.Lineage.decode(reader, reader.size(), $undefined, _depth + 1, message.witness);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Receipt;
        })();

        v1.Beat = (function() {

            /**
             * Properties of a Beat.
             * @typedef {Object} hoplite.v1.Beat.$Properties
             * @property {number|null} [every] Milliseconds until the next one may be expected while the author has work in hand; whole, 1 to 3,600,000.
             * @property {number|null} [tokens] Input and output tokens since the author's node was made, a whole number. Never goes down.
             * @property {number|null} [costMicroUsd] Millionths of a US dollar, a whole number; as `tokens`.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Beat.
             * @memberof hoplite.v1
             * @interface IBeat
             * @augments hoplite.v1.Beat.$Properties
             * @deprecated Use hoplite.v1.Beat.$Properties instead.
             */

            /**
             * Shape of a Beat.
             * @typedef {hoplite.v1.Beat.$Properties} hoplite.v1.Beat.$Shape
             */

            /**
             * Constructs a new Beat.
             * @memberof hoplite.v1
             * @classdesc That the author's node is at work, and what its agent has used in all. Gossiped while there is work in hand.
             * @constructor
             * @param {hoplite.v1.Beat.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Beat = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Milliseconds until the next one may be expected while the author has work in hand; whole, 1 to 3,600,000.
             * @member {number} every
             * @memberof hoplite.v1.Beat
             * @instance
             */
            Beat.prototype.every = 0;

            /**
             * Input and output tokens since the author's node was made, a whole number. Never goes down.
             * @member {number} tokens
             * @memberof hoplite.v1.Beat
             * @instance
             */
            Beat.prototype.tokens = 0;

            /**
             * Millionths of a US dollar, a whole number; as `tokens`.
             * @member {number} costMicroUsd
             * @memberof hoplite.v1.Beat
             * @instance
             */
            Beat.prototype.costMicroUsd = 0;

            /**
             * Encodes the specified Beat message. Does not implicitly {@link hoplite.v1.Beat.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Beat
             * @static
             * @param {hoplite.v1.Beat.$Properties} message Beat message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Beat.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.every != null && $Object.hasOwnProperty.call(message, "every") && !$Object.is(message.every, 0))
                    writer.uint32(/* id 1, wireType 1 =*/9).double(message.every);
                if (message.tokens != null && $Object.hasOwnProperty.call(message, "tokens") && !$Object.is(message.tokens, 0))
                    writer.uint32(/* id 2, wireType 1 =*/17).double(message.tokens);
                if (message.costMicroUsd != null && $Object.hasOwnProperty.call(message, "costMicroUsd") && !$Object.is(message.costMicroUsd, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.costMicroUsd);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Beat message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Beat
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Beat & hoplite.v1.Beat.$Shape} Beat
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Beat.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Beat();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.every = value;
                            else
                                delete message.every;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.tokens = value;
                            else
                                delete message.tokens;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.costMicroUsd = value;
                            else
                                delete message.costMicroUsd;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Beat;
        })();

        v1.Wait = (function() {

            /**
             * Properties of a Wait.
             * @typedef {Object} hoplite.v1.Wait.$Properties
             * @property {string|null} [peer] Peer IDs.
             * @property {string|null} [on] Wait on
             * @property {string|null} [messageId] Wait messageId
             * @property {number|null} [since] Milliseconds since the Unix epoch, by the clock of `peer`.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Wait.
             * @memberof hoplite.v1
             * @interface IWait
             * @augments hoplite.v1.Wait.$Properties
             * @deprecated Use hoplite.v1.Wait.$Properties instead.
             */

            /**
             * Shape of a Wait.
             * @typedef {hoplite.v1.Wait.$Properties} hoplite.v1.Wait.$Shape
             */

            /**
             * Constructs a new Wait.
             * @memberof hoplite.v1
             * @classdesc A turn of `peer` waits for the answer of `on` to a message that it sent.
             * @constructor
             * @param {hoplite.v1.Wait.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Wait = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Peer IDs.
             * @member {string} peer
             * @memberof hoplite.v1.Wait
             * @instance
             */
            Wait.prototype.peer = "";

            /**
             * Wait on.
             * @member {string} on
             * @memberof hoplite.v1.Wait
             * @instance
             */
            Wait.prototype.on = "";

            /**
             * Wait messageId.
             * @member {string} messageId
             * @memberof hoplite.v1.Wait
             * @instance
             */
            Wait.prototype.messageId = "";

            /**
             * Milliseconds since the Unix epoch, by the clock of `peer`.
             * @member {number} since
             * @memberof hoplite.v1.Wait
             * @instance
             */
            Wait.prototype.since = 0;

            /**
             * Encodes the specified Wait message. Does not implicitly {@link hoplite.v1.Wait.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Wait
             * @static
             * @param {hoplite.v1.Wait.$Properties} message Wait message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Wait.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.peer != null && $Object.hasOwnProperty.call(message, "peer") && message.peer !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.peer);
                if (message.on != null && $Object.hasOwnProperty.call(message, "on") && message.on !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.on);
                if (message.messageId != null && $Object.hasOwnProperty.call(message, "messageId") && message.messageId !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.messageId);
                if (message.since != null && $Object.hasOwnProperty.call(message, "since") && !$Object.is(message.since, 0))
                    writer.uint32(/* id 4, wireType 1 =*/33).double(message.since);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Wait message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Wait
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Wait & hoplite.v1.Wait.$Shape} Wait
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Wait.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Wait();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.peer = value;
                            else
                                delete message.peer;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.on = value;
                            else
                                delete message.on;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.messageId = value;
                            else
                                delete message.messageId;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.since = value;
                            else
                                delete message.since;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Wait;
        })();

        v1.Probe = (function() {

            /**
             * Properties of a Probe.
             * @typedef {Object} hoplite.v1.Probe.$Properties
             * @property {string|null} [initiator] Peer ID of the one that asks.
             * @property {string|null} [token] What it asks about: anything that only it, and who is asked, can know.
             * @property {Array.<hoplite.v1.Wait.$Properties>|null} [waits] The waits that the probe has come along, from the initiator's to that of the author; 1 to 32.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Probe.
             * @memberof hoplite.v1
             * @interface IProbe
             * @augments hoplite.v1.Probe.$Properties
             * @deprecated Use hoplite.v1.Probe.$Properties instead.
             */

            /**
             * Shape of a Probe.
             * @typedef {hoplite.v1.Probe.$Properties} hoplite.v1.Probe.$Shape
             */

            /**
             * Constructs a new Probe.
             * @memberof hoplite.v1
             * @classdesc To the peer that the last wait is on: does it wait, in the end, for the initiator? (Chandy, Misra, Haas 1983.)
             * @constructor
             * @param {hoplite.v1.Probe.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Probe = function (properties) {
                this.waits = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Peer ID of the one that asks.
             * @member {string} initiator
             * @memberof hoplite.v1.Probe
             * @instance
             */
            Probe.prototype.initiator = "";

            /**
             * What it asks about: anything that only it, and who is asked, can know.
             * @member {string} token
             * @memberof hoplite.v1.Probe
             * @instance
             */
            Probe.prototype.token = "";

            /**
             * The waits that the probe has come along, from the initiator's to that of the author; 1 to 32.
             * @member {Array.<hoplite.v1.Wait.$Properties>} waits
             * @memberof hoplite.v1.Probe
             * @instance
             */
            Probe.prototype.waits = $util.emptyArray;

            /**
             * Encodes the specified Probe message. Does not implicitly {@link hoplite.v1.Probe.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Probe
             * @static
             * @param {hoplite.v1.Probe.$Properties} message Probe message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Probe.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.initiator != null && $Object.hasOwnProperty.call(message, "initiator") && message.initiator !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.initiator);
                if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.token);
                if (message.waits != null && message.waits.length)
                    for (let i = 0; i < message.waits.length; ++i)
                        $root.hoplite.v1.Wait.encode(message.waits[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Probe message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Probe
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Probe & hoplite.v1.Probe.$Shape} Probe
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Probe.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Probe();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.initiator = value;
                            else
                                delete message.initiator;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.token = value;
                            else
                                delete message.token;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.waits && message.waits.length))
                                message.waits = [];
                            message.waits.push($root.hoplite.v1.Wait.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Probe;
        })();

        v1.Stall = (function() {

            /**
             * Properties of a Stall.
             * @typedef {Object} hoplite.v1.Stall.$Properties
             * @property {string|null} [jobId] Stall jobId
             * @property {number|null} [epoch] Stall epoch
             * @property {string|null} [reason] Stall reason
             * @property {string|null} [detail] Stall detail
             * @property {Array.<string>|null} [path] Stall path
             * @property {hoplite.v1.Lineage.$Properties|null} [witness] Of the message by which the job reached the author.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Stall.
             * @memberof hoplite.v1
             * @interface IStall
             * @augments hoplite.v1.Stall.$Properties
             * @deprecated Use hoplite.v1.Stall.$Properties instead.
             */

            /**
             * Shape of a Stall.
             * @typedef {hoplite.v1.Stall.$Properties} hoplite.v1.Stall.$Shape
             */

            /**
             * Constructs a new Stall.
             * @memberof hoplite.v1
             * @classdesc To the origin of a job: the author has seen a stall in it.
             * @constructor
             * @param {hoplite.v1.Stall.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Stall = function (properties) {
                this.path = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Stall jobId.
             * @member {string} jobId
             * @memberof hoplite.v1.Stall
             * @instance
             */
            Stall.prototype.jobId = "";

            /**
             * Stall epoch.
             * @member {number} epoch
             * @memberof hoplite.v1.Stall
             * @instance
             */
            Stall.prototype.epoch = 0;

            /**
             * Stall reason.
             * @member {string} reason
             * @memberof hoplite.v1.Stall
             * @instance
             */
            Stall.prototype.reason = "";

            /**
             * Stall detail.
             * @member {string} detail
             * @memberof hoplite.v1.Stall
             * @instance
             */
            Stall.prototype.detail = "";

            /**
             * Stall path.
             * @member {Array.<string>} path
             * @memberof hoplite.v1.Stall
             * @instance
             */
            Stall.prototype.path = $util.emptyArray;

            /**
             * Of the message by which the job reached the author.
             * @member {hoplite.v1.Lineage.$Properties|null|undefined} witness
             * @memberof hoplite.v1.Stall
             * @instance
             */
            Stall.prototype.witness = null;

            /**
             * Encodes the specified Stall message. Does not implicitly {@link hoplite.v1.Stall.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Stall
             * @static
             * @param {hoplite.v1.Stall.$Properties} message Stall message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Stall.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.jobId != null && $Object.hasOwnProperty.call(message, "jobId") && message.jobId !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.jobId);
                if (message.epoch != null && $Object.hasOwnProperty.call(message, "epoch") && message.epoch !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.epoch);
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.reason);
                if (message.detail != null && $Object.hasOwnProperty.call(message, "detail") && message.detail !== "")
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.detail);
                if (message.path != null && message.path.length)
                    for (let i = 0; i < message.path.length; ++i)
                        writer.uint32(/* id 5, wireType 2 =*/42).string(message.path[i]);
                if (message.witness != null && $Object.hasOwnProperty.call(message, "witness"))
                    $root.hoplite.v1.Lineage.encode(message.witness, writer.uint32(/* id 6, wireType 2 =*/50).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Stall message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Stall
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Stall & hoplite.v1.Stall.$Shape} Stall
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Stall.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Stall();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.jobId = value;
                            else
                                delete message.jobId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.epoch = value;
                            else
                                delete message.epoch;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.detail = value;
                            else
                                delete message.detail;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if (!(message.path && message.path.length))
                                message.path = [];
                            message.path.push(reader.stringVerify());
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.witness = $root.hoplite.v1.Lineage.decode(reader, reader.size(), $undefined, _depth + 1, message.witness);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Stall;
        })();

        v1.Wake = (function() {

            /**
             * Properties of a Wake.
             * @typedef {Object} hoplite.v1.Wake.$Properties
             * @property {string|null} [peer] Wake peer
             * @property {number|null} [credit] Wake credit
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a Wake.
             * @memberof hoplite.v1
             * @interface IWake
             * @augments hoplite.v1.Wake.$Properties
             * @deprecated Use hoplite.v1.Wake.$Properties instead.
             */

            /**
             * Shape of a Wake.
             * @typedef {hoplite.v1.Wake.$Properties} hoplite.v1.Wake.$Shape
             */

            /**
             * Constructs a new Wake.
             * @memberof hoplite.v1
             * @classdesc One peer that a post is to wake, with its part of the post's credit.
             * @constructor
             * @param {hoplite.v1.Wake.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const Wake = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * Wake peer.
             * @member {string} peer
             * @memberof hoplite.v1.Wake
             * @instance
             */
            Wake.prototype.peer = "";

            /**
             * Wake credit.
             * @member {number} credit
             * @memberof hoplite.v1.Wake
             * @instance
             */
            Wake.prototype.credit = 0;

            /**
             * Encodes the specified Wake message. Does not implicitly {@link hoplite.v1.Wake.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.Wake
             * @static
             * @param {hoplite.v1.Wake.$Properties} message Wake message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Wake.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.peer != null && $Object.hasOwnProperty.call(message, "peer") && message.peer !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.peer);
                if (message.credit != null && $Object.hasOwnProperty.call(message, "credit") && message.credit !== 0)
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.credit);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a Wake message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.Wake
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.Wake & hoplite.v1.Wake.$Shape} Wake
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            Wake.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.Wake();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.peer = value;
                            else
                                delete message.peer;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.credit = value;
                            else
                                delete message.credit;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Wake;
        })();

        v1.RoomBody = (function() {

            /**
             * Properties of a RoomBody.
             * @typedef {Object} hoplite.v1.RoomBody.$Properties
             * @property {string|null} [content] RoomBody content
             * @property {string|null} [inReplyTo] RoomBody inReplyTo
             * @property {number|null} [deadline] RoomBody deadline
             * @property {hoplite.v1.Settlement.$Properties|null} [settlement] RoomBody settlement
             * @property {hoplite.v1.Refusal.$Properties|null} [refusal] RoomBody refusal
             * @property {string|null} [room] RoomBody room
             * @property {Array.<hoplite.v1.Wake.$Properties>|null} [wake] Not empty exactly when the act obliges. The parts add up to the link's credit.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a RoomBody.
             * @memberof hoplite.v1
             * @interface IRoomBody
             * @augments hoplite.v1.RoomBody.$Properties
             * @deprecated Use hoplite.v1.RoomBody.$Properties instead.
             */

            /**
             * Shape of a RoomBody.
             * @typedef {hoplite.v1.RoomBody.$Properties} hoplite.v1.RoomBody.$Shape
             */

            /**
             * Constructs a new RoomBody.
             * @memberof hoplite.v1
             * @classdesc Represents a RoomBody.
             * @constructor
             * @param {hoplite.v1.RoomBody.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const RoomBody = function (properties) {
                this.wake = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * RoomBody content.
             * @member {string} content
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.content = "";

            /**
             * RoomBody inReplyTo.
             * @member {string} inReplyTo
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.inReplyTo = "";

            /**
             * RoomBody deadline.
             * @member {number} deadline
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.deadline = 0;

            /**
             * RoomBody settlement.
             * @member {hoplite.v1.Settlement.$Properties|null|undefined} settlement
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.settlement = null;

            /**
             * RoomBody refusal.
             * @member {hoplite.v1.Refusal.$Properties|null|undefined} refusal
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.refusal = null;

            /**
             * RoomBody room.
             * @member {string} room
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.room = "";

            /**
             * Not empty exactly when the act obliges. The parts add up to the link's credit.
             * @member {Array.<hoplite.v1.Wake.$Properties>} wake
             * @memberof hoplite.v1.RoomBody
             * @instance
             */
            RoomBody.prototype.wake = $util.emptyArray;

            /**
             * Encodes the specified RoomBody message. Does not implicitly {@link hoplite.v1.RoomBody.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.RoomBody
             * @static
             * @param {hoplite.v1.RoomBody.$Properties} message RoomBody message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            RoomBody.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.content);
                if (message.inReplyTo != null && $Object.hasOwnProperty.call(message, "inReplyTo") && message.inReplyTo !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.inReplyTo);
                if (message.deadline != null && $Object.hasOwnProperty.call(message, "deadline") && !$Object.is(message.deadline, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.deadline);
                if (message.settlement != null && $Object.hasOwnProperty.call(message, "settlement"))
                    $root.hoplite.v1.Settlement.encode(message.settlement, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.refusal != null && $Object.hasOwnProperty.call(message, "refusal"))
                    $root.hoplite.v1.Refusal.encode(message.refusal, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.room != null && $Object.hasOwnProperty.call(message, "room") && message.room !== "")
                    writer.uint32(/* id 6, wireType 2 =*/50).string(message.room);
                if (message.wake != null && message.wake.length)
                    for (let i = 0; i < message.wake.length; ++i)
                        $root.hoplite.v1.Wake.encode(message.wake[i], writer.uint32(/* id 7, wireType 2 =*/58).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a RoomBody message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.RoomBody
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.RoomBody & hoplite.v1.RoomBody.$Shape} RoomBody
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            RoomBody.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.RoomBody();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.content = value;
                            else
                                delete message.content;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.inReplyTo = value;
                            else
                                delete message.inReplyTo;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.deadline = value;
                            else
                                delete message.deadline;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.settlement = $root.hoplite.v1.Settlement.decode(reader, reader.size(), $undefined, _depth + 1, message.settlement);
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.refusal = $root.hoplite.v1.Refusal.decode(reader, reader.size(), $undefined, _depth + 1, message.refusal);
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.room = value;
                            else
                                delete message.room;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if (!(message.wake && message.wake.length))
                                message.wake = [];
                            message.wake.push($root.hoplite.v1.Wake.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return RoomBody;
        })();

        /**
         * `user` goes with an obliging act and only with one; `assistant` with a terminal act and only with one.
         * @name hoplite.v1.Role
         * @enum {number}
         * @property {number} ROLE_UNSPECIFIED=0 ROLE_UNSPECIFIED value
         * @property {number} ROLE_USER=1 ROLE_USER value
         * @property {number} ROLE_ASSISTANT=2 ROLE_ASSISTANT value
         */
        v1.Role = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "ROLE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "ROLE_USER"] = 1;
            values[valuesById[2] = "ROLE_ASSISTANT"] = 2;
            return values;
        })();

        v1.SessionBody = (function() {

            /**
             * Properties of a SessionBody.
             * @typedef {Object} hoplite.v1.SessionBody.$Properties
             * @property {string|null} [content] What is said, as text.
             * @property {string|null} [inReplyTo] SessionBody inReplyTo
             * @property {number|null} [deadline] SessionBody deadline
             * @property {hoplite.v1.Settlement.$Properties|null} [settlement] SessionBody settlement
             * @property {hoplite.v1.Refusal.$Properties|null} [refusal] SessionBody refusal
             * @property {hoplite.v1.Role|null} [role] SessionBody role
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a SessionBody.
             * @memberof hoplite.v1
             * @interface ISessionBody
             * @augments hoplite.v1.SessionBody.$Properties
             * @deprecated Use hoplite.v1.SessionBody.$Properties instead.
             */

            /**
             * Shape of a SessionBody.
             * @typedef {hoplite.v1.SessionBody.$Properties} hoplite.v1.SessionBody.$Shape
             */

            /**
             * Constructs a new SessionBody.
             * @memberof hoplite.v1
             * @classdesc Represents a SessionBody.
             * @constructor
             * @param {hoplite.v1.SessionBody.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const SessionBody = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * What is said, as text.
             * @member {string} content
             * @memberof hoplite.v1.SessionBody
             * @instance
             */
            SessionBody.prototype.content = "";

            /**
             * SessionBody inReplyTo.
             * @member {string} inReplyTo
             * @memberof hoplite.v1.SessionBody
             * @instance
             */
            SessionBody.prototype.inReplyTo = "";

            /**
             * SessionBody deadline.
             * @member {number} deadline
             * @memberof hoplite.v1.SessionBody
             * @instance
             */
            SessionBody.prototype.deadline = 0;

            /**
             * SessionBody settlement.
             * @member {hoplite.v1.Settlement.$Properties|null|undefined} settlement
             * @memberof hoplite.v1.SessionBody
             * @instance
             */
            SessionBody.prototype.settlement = null;

            /**
             * SessionBody refusal.
             * @member {hoplite.v1.Refusal.$Properties|null|undefined} refusal
             * @memberof hoplite.v1.SessionBody
             * @instance
             */
            SessionBody.prototype.refusal = null;

            /**
             * SessionBody role.
             * @member {hoplite.v1.Role} role
             * @memberof hoplite.v1.SessionBody
             * @instance
             */
            SessionBody.prototype.role = 0;

            /**
             * Encodes the specified SessionBody message. Does not implicitly {@link hoplite.v1.SessionBody.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.SessionBody
             * @static
             * @param {hoplite.v1.SessionBody.$Properties} message SessionBody message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            SessionBody.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.content);
                if (message.inReplyTo != null && $Object.hasOwnProperty.call(message, "inReplyTo") && message.inReplyTo !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.inReplyTo);
                if (message.deadline != null && $Object.hasOwnProperty.call(message, "deadline") && !$Object.is(message.deadline, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.deadline);
                if (message.settlement != null && $Object.hasOwnProperty.call(message, "settlement"))
                    $root.hoplite.v1.Settlement.encode(message.settlement, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.refusal != null && $Object.hasOwnProperty.call(message, "refusal"))
                    $root.hoplite.v1.Refusal.encode(message.refusal, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.role != null && $Object.hasOwnProperty.call(message, "role") && message.role !== 0)
                    writer.uint32(/* id 6, wireType 0 =*/48).int32(message.role);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a SessionBody message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.SessionBody
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.SessionBody & hoplite.v1.SessionBody.$Shape} SessionBody
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            SessionBody.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.SessionBody();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.content = value;
                            else
                                delete message.content;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.inReplyTo = value;
                            else
                                delete message.inReplyTo;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.deadline = value;
                            else
                                delete message.deadline;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.settlement = $root.hoplite.v1.Settlement.decode(reader, reader.size(), $undefined, _depth + 1, message.settlement);
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.refusal = $root.hoplite.v1.Refusal.decode(reader, reader.size(), $undefined, _depth + 1, message.refusal);
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.role = value;
                            else
                                delete message.role;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionBody;
        })();

        v1.TaskBody = (function() {

            /**
             * Properties of a TaskBody.
             * @typedef {Object} hoplite.v1.TaskBody.$Properties
             * @property {string|null} [content] JSON text: the brief of a request, or the result of a `done`.
             * @property {string|null} [inReplyTo] The message this answers; empty on a request.
             * @property {number|null} [deadline] Milliseconds since the Unix epoch by which an answer is due (requests).
             * @property {hoplite.v1.Settlement.$Properties|null} [settlement] On terminal acts.
             * @property {hoplite.v1.Refusal.$Properties|null} [refusal] On `refuse`.
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */

            /**
             * Properties of a TaskBody.
             * @memberof hoplite.v1
             * @interface ITaskBody
             * @augments hoplite.v1.TaskBody.$Properties
             * @deprecated Use hoplite.v1.TaskBody.$Properties instead.
             */

            /**
             * Shape of a TaskBody.
             * @typedef {hoplite.v1.TaskBody.$Properties} hoplite.v1.TaskBody.$Shape
             */

            /**
             * Constructs a new TaskBody.
             * @memberof hoplite.v1
             * @classdesc Represents a TaskBody.
             * @constructor
             * @param {hoplite.v1.TaskBody.$Properties=} [properties] Properties to set
             * @property {Array.<Uint8Array>} [$unknowns] Unknown fields preserved while decoding when enabled
             */
            const TaskBody = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            /**
             * JSON text: the brief of a request, or the result of a `done`.
             * @member {string} content
             * @memberof hoplite.v1.TaskBody
             * @instance
             */
            TaskBody.prototype.content = "";

            /**
             * The message this answers; empty on a request.
             * @member {string} inReplyTo
             * @memberof hoplite.v1.TaskBody
             * @instance
             */
            TaskBody.prototype.inReplyTo = "";

            /**
             * Milliseconds since the Unix epoch by which an answer is due (requests).
             * @member {number} deadline
             * @memberof hoplite.v1.TaskBody
             * @instance
             */
            TaskBody.prototype.deadline = 0;

            /**
             * On terminal acts.
             * @member {hoplite.v1.Settlement.$Properties|null|undefined} settlement
             * @memberof hoplite.v1.TaskBody
             * @instance
             */
            TaskBody.prototype.settlement = null;

            /**
             * On `refuse`.
             * @member {hoplite.v1.Refusal.$Properties|null|undefined} refusal
             * @memberof hoplite.v1.TaskBody
             * @instance
             */
            TaskBody.prototype.refusal = null;

            /**
             * Encodes the specified TaskBody message. Does not implicitly {@link hoplite.v1.TaskBody.verify|verify} messages.
             * @function encode
             * @memberof hoplite.v1.TaskBody
             * @static
             * @param {hoplite.v1.TaskBody.$Properties} message TaskBody message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            TaskBody.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.content);
                if (message.inReplyTo != null && $Object.hasOwnProperty.call(message, "inReplyTo") && message.inReplyTo !== "")
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.inReplyTo);
                if (message.deadline != null && $Object.hasOwnProperty.call(message, "deadline") && !$Object.is(message.deadline, 0))
                    writer.uint32(/* id 3, wireType 1 =*/25).double(message.deadline);
                if (message.settlement != null && $Object.hasOwnProperty.call(message, "settlement"))
                    $root.hoplite.v1.Settlement.encode(message.settlement, writer.uint32(/* id 4, wireType 2 =*/34).fork(), _depth + 1).ldelim();
                if (message.refusal != null && $Object.hasOwnProperty.call(message, "refusal"))
                    $root.hoplite.v1.Refusal.encode(message.refusal, writer.uint32(/* id 5, wireType 2 =*/42).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            /**
             * Decodes a TaskBody message from the specified reader or buffer.
             * @function decode
             * @memberof hoplite.v1.TaskBody
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {hoplite.v1.TaskBody & hoplite.v1.TaskBody.$Shape} TaskBody
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            TaskBody.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.hoplite.v1.TaskBody();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.content = value;
                            else
                                delete message.content;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.inReplyTo = value;
                            else
                                delete message.inReplyTo;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.deadline = value;
                            else
                                delete message.deadline;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.settlement = $root.hoplite.v1.Settlement.decode(reader, reader.size(), $undefined, _depth + 1, message.settlement);
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.refusal = $root.hoplite.v1.Refusal.decode(reader, reader.size(), $undefined, _depth + 1, message.refusal);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TaskBody;
        })();

        return v1;
    })();

    return hoplite;
})();

export {
  $root as default
};
