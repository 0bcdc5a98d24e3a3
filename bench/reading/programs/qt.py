"""A window of Qt with some hundred accessible objects: `/usr/bin/python3 qt.py ROWS COLUMNS`."""

import sys

from PyQt5 import QtWidgets


def make_widget(number: int) -> QtWidgets.QWidget:
    """One of the usual widgets, in turn."""
    kind = number % 4
    if kind == 0:
        return QtWidgets.QPushButton(f"b{number}")
    if kind == 1:
        return QtWidgets.QLabel(f"Label {number}")
    if kind == 2:
        return QtWidgets.QCheckBox(f"c{number}")
    return QtWidgets.QLineEdit(f"e{number}")


if __name__ == "__main__":
    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QWidget()
    window.setWindowTitle("Other board")
    grid = QtWidgets.QGridLayout(window)
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    for number in range(rows * columns):
        grid.addWidget(make_widget(number), number // columns, number % columns)
    window.show()
    application.exec_()
