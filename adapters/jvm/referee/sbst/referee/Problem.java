// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/** A message of javac about a place; the file is relative to the folder of sources, or empty. */
record Problem(boolean error, String file, long line, long column, String message) {
    void write(Json json) {
        json.open('{').key("error").bool(error).key("file").string(file);
        json.key("line").number(Math.max(line, 0)).key("column").number(Math.max(column, 0));
        json.key("message").string(message).close('}');
    }
}
