// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/** Fields of the lines between a runner and its parent: ASCII, one line, no tab. */
final class RecordField {
    private RecordField() {}

    static String escape(String field) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '%') {
                text.append(String.format("%%%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    static String unescape(String field) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            if (field.charAt(i) == '%') {
                text.append((char) Integer.parseInt(field.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                text.append(field.charAt(i));
            }
        }
        return text.toString();
    }
}
