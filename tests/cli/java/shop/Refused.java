// SPDX-License-Identifier: Apache-2.0
package shop;

/** Its initialiser throws what the JVM does not wrap. */
public class Refused {
    static {
        assert "".length() > 0 : "never";
    }

    public static int least(int x) {
        return x > 3 ? 3 : x;
    }
}
