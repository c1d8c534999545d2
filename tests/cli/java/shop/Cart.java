// SPDX-License-Identifier: Apache-2.0
package shop;

import java.util.ArrayList;
import java.util.List;

/** Has branches, exceptions of both kinds, a nested class and a switch. */
public class Cart {
    /** Nested: tested with the class. */
    public static class Row {
        final String name;
        final int count;

        public Row(String name, int count) {
            if (count < 0) {
                throw new IllegalArgumentException("count");
            }
            this.name = name;
            this.count = count;
        }

        public int count() {
            return count;
        }
    }

    private final List<Row> rows = new ArrayList<>();

    public int add(String name, int count) {
        rows.add(new Row(name, count));
        return rows.size();
    }

    public int total(int price) throws java.io.IOException {
        if (price == 1234567) {
            throw new java.io.IOException("too dear");
        }
        int sum = 0;
        for (Row row : rows) {
            sum += row.count * price;
        }
        return sum;
    }

    public String size() {
        switch (rows.size()) {
            case 0:
                return "empty";
            case 1:
                return "one";
            default:
                return "many";
        }
    }
}
